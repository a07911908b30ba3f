import StateViews
import Synchronization

/// The loads of one page. Every region loads in its own container, and one sequence delivers their states.
///
/// Lives as long as the response. Cancelling or dropping it cancels every load. A region's load is released as soon as
/// the region has settled.
final class PageLoad: Sendable {
  enum Event: Sendable {
    case presented(Int, RegionState)
    /// No event occurred for a while.
    case quiet
  }

  /// Receives each state of the regions, by their indices.
  typealias Report = @Sendable (Int, RegionState) -> Void

  private struct Model {
    var pending: Set<Int>
    var loads: [Int: any RunningRegion] = [:]
    /// The numbers of the regions within each, which follow its own.
    var inner: [Int: Range<Int>] = [:]
    var reminder: ScheduledTimer?
    var isStopping = false
  }

  /// The events, until every region has settled.
  let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation
  private let model: Mutex<Model>
  private let grace: Duration
  private let clock: any Clock<Duration>
  private let report: Report

  /// Starts the loads of regions, each with its index on the page.
  /// - Parameters:
  ///   - grace: how long loads go on when the server stops.
  ///   - timing: the timing of a region, from its own one, if it has one.
  init(
    _ regions: [(index: Int, region: any PageRegion)], stopping grace: Duration, patience: Duration,
    clock: any Clock<Duration>, report: @escaping Report = { _, _ in }, timing: (Timing?) -> Timing
  ) {
    (events, continuation) = AsyncStream.makeStream(of: Event.self)
    model = Mutex(Model(pending: Set(regions.map(\.index))))
    (self.grace, self.clock, self.report) = (grace, clock, report)
    for (index, region) in regions where !region.parts.isEmpty {
      let count = region.parts.everything.count { $0.region != nil }
      model.withLock { $0.inner[index] = index + 1..<index + 1 + count }
    }
    if regions.isEmpty { continuation.finish() }
    for (index, region) in regions { begin(region, at: index, timing(region.timing)) }
    remind(after: patience)
  }

  deinit { cancel() }

  var pending: Int { model.withLock { $0.pending.count } }

  private func begin(_ region: any PageRegion, at index: Int, _ timing: Timing) {
    let load = region.begin(timing: timing, clock: clock) { [weak self] in self?.apply($0, at: index) }
    model.withLock { model in
      if model.pending.contains(index) { model.loads[index] = load }
    }
  }

  private func remind(after patience: Duration) {
    guard pending > 0 else { return }
    let alarm = clock.alarm(after: patience) { [weak self] in
      self?.continuation.yield(.quiet)
      self?.remind(after: patience)
    }
    let isOfUse = model.withLock { model in
      if !model.pending.isEmpty { model.reminder = alarm }
      return !model.pending.isEmpty
    }
    if !isOfUse { alarm.cancel() }
  }

  /// Fails every load because the server is stopping. Loads that end within the grace still succeed.
  func stop() {
    let isFirst = model.withLock { model in
      defer { model.isStopping = true }
      return !model.isStopping && !model.pending.isEmpty
    }
    guard isFirst else { return }
    // Not stored for cancellation: the page may have ended when it rings.
    _ = clock.alarm(after: grace) { [weak self] in self?.fail(.stopping) }
  }

  private func fail(_ failure: Failure) {
    let loads = model.withLock { Array($0.loads.values) }
    for load in loads { load.fail(failure) }
  }

  func cancel() {
    // Released outside the lock: that cancels loads, and their loaders may run any code.
    let (loads, reminder) = model.withLock { model in
      defer { (model.loads, model.pending) = ([:], []) }
      return (model.loads, model.reminder)
    }
    reminder?.cancel()
    continuation.finish()
    withExtendedLifetime(loads) {}
  }

  // Events are yielded outside the lock, which `cancel` takes: yielding wakes the listening task, and waits for a
  // thread that is cancelling that task.
  private func apply(_ state: RegionState, at index: Int) {
    guard model.withLock({ $0.pending.contains(index) }) else { return }
    report(index, state)
    continuation.yield(.presented(index, state))
    guard state.isSettled else { return }
    // Removed after the event was yielded, so the last removal finishes the sequence after all events. What is within a region without
    // content is not shown.
    let (loads, reminder, isLast) = model.withLock { model in
      let ended = [index] + (state.name == "content" ? 0..<0 : model.inner[index] ?? 0..<0)
      let isLast = model.pending.contains(index) && model.pending.subtracting(ended).isEmpty
      model.pending.subtract(ended)
      return (ended.map { model.loads.removeValue(forKey: $0) }, isLast ? model.reminder : nil, isLast)
    }
    if isLast { continuation.finish() }
    reminder?.cancel()
    withExtendedLifetime(loads) {}
  }
}
