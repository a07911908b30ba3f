import StateViews
import Synchronization

/// The loads of one page: every region loads in a container of its own, and what they present comes as one sequence.
///
/// It lives as long as the response. Cancelling it, or dropping it, cancels every load. A region's load is let go of as soon as
/// the region has settled.
final class PageLoad: Sendable {
  enum Event: Sendable {
    /// The region at an index presents a state.
    case presented(Int, RegionState)
    /// Nothing was told for a while.
    case quiet
  }

  /// What happens, until every region has settled.
  let events: AsyncStream<Event>
  private let work: Work

  /// Starts the loads of regions, each with its place on the page.
  init(
    _ regions: [(index: Int, region: any PageRegion)], timing: Timing, patience: Duration, clock: any Clock<Duration>
  ) {
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    self.events = events
    work = Work(regions.count, continuation)
    for (index, region) in regions { work.begin(region, at: index, timing: timing, clock: clock) }
    work.remind(after: patience, clock: clock)
  }

  deinit {
    work.cancel()
  }

  /// Cancels every load; the sequence of events ends.
  func cancel() {
    work.cancel()
  }

  /// How many regions have not settled.
  var pending: Int { work.pending }
}

/// The tasks of a page: one for each region until that has settled, and one that counts the silence until all have.
private final class Work: Sendable {
  private struct Tasks {
    var pending: Int
    var loads: [Int: Task<Void, Never>] = [:]
    var reminder: Task<Void, Never>?
  }

  private let tasks: Mutex<Tasks>
  private let events: AsyncStream<PageLoad.Event>.Continuation

  init(_ count: Int, _ events: AsyncStream<PageLoad.Event>.Continuation) {
    tasks = Mutex(Tasks(pending: count))
    self.events = events
    if count == 0 { events.finish() }
  }

  var pending: Int { tasks.withLock { $0.pending } }

  /// Has a region load in a task that knows of no other region, or it would keep them all.
  func begin(_ region: any PageRegion, at index: Int, timing: Timing, clock: any Clock<Duration>) {
    tasks.withLock { tasks in
      tasks.loads[index] = Task { [self, events] in
        await region.run(timing: timing, clock: clock) { events.yield(.presented(index, $0)) }
        end(index)
      }
    }
  }

  func remind(after patience: Duration, clock: any Clock<Duration>) {
    tasks.withLock { tasks in
      guard tasks.pending > 0 else { return }
      tasks.reminder = Task { [events] in
        while !Task.isCancelled {
          do { try await clock.sleep(for: patience) } catch { return }
          events.yield(.quiet)
        }
      }
    }
  }

  func cancel() {
    let begun = tasks.withLock { tasks in tasks.loads.values + [tasks.reminder].compactMap { $0 } }
    for task in begun { task.cancel() }
  }

  private func end(_ index: Int) {
    let (isLast, reminder) = tasks.withLock { tasks in
      tasks.pending -= 1
      tasks.loads[index] = nil
      return (tasks.pending == 0, tasks.reminder)
    }
    guard isLast else { return }
    reminder?.cancel()
    events.finish()
  }
}
