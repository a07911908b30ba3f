import StateViews

/// The loads of one page: every region loads in a container of its own, and what they present comes as one sequence.
///
/// It lives as long as the response. Cancelling it, or dropping it, cancels every load.
final class PageLoad: Sendable {
  enum Event: Sendable {
    /// The region at an index presents a state.
    case presented(Int, RegionState)
    /// Nothing was told for a while.
    case quiet
  }

  /// What happens, until every region has settled.
  let events: AsyncStream<Event>
  private let work: Task<Void, Never>

  /// Starts the loads.
  init(_ regions: [any PageRegion], timing: Timing, patience: Duration, clock: any Clock<Duration>) {
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    self.events = events
    work = Task {
      let reminder = Task {
        while !Task.isCancelled {
          do { try await clock.sleep(for: patience) } catch { return }
          continuation.yield(.quiet)
        }
      }
      await withTaskGroup(of: Void.self) { group in
        for (index, region) in regions.enumerated() {
          group.addTask {
            await region.run(timing: timing, clock: clock) { continuation.yield(.presented(index, $0)) }
          }
        }
      }
      reminder.cancel()
      continuation.finish()
    }
  }

  deinit {
    work.cancel()
  }

  /// Cancels every load; the sequence of events ends.
  func cancel() {
    work.cancel()
  }
}
