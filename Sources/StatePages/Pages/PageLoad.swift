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
    /// Others wait to be held back: whatever is there is to be sent.
    case hurried
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
    work = Work(Set(regions.map(\.index)), continuation, timing: timing, clock: clock)
    for (index, region) in regions { work.begin(region, at: index) }
    work.remind(after: patience)
  }

  deinit {
    work.cancel()
  }

  /// Cancels every load; the sequence of events ends.
  func cancel() {
    work.cancel()
  }

  /// Ends every load as failed, for the server is stopping. Loads that end within the grace still count.
  func stop() {
    work.stop()
  }

  /// Has whoever holds the page back send it.
  func hurry() {
    work.hurry()
  }

  /// How many regions have not settled.
  var pending: Int { work.pending }
}

/// The loads of a page, each until its region has settled, and the silence that is counted until all have.
private final class Work: Sendable {
  private struct Model {
    var pending: Set<Int>
    var loads: [Int: RegionLoad] = [:]
    var reminder: ScheduledTimer?
    var isStopping = false
  }

  private let model: Mutex<Model>
  private let events: AsyncStream<PageLoad.Event>.Continuation
  private let timing: Timing
  private let clock: any Clock<Duration>

  init(
    _ regions: Set<Int>, _ events: AsyncStream<PageLoad.Event>.Continuation, timing: Timing,
    clock: any Clock<Duration>
  ) {
    model = Mutex(Model(pending: regions))
    self.events = events
    self.timing = timing
    self.clock = clock
    if regions.isEmpty { events.finish() }
  }

  var pending: Int { model.withLock { $0.pending.count } }

  func begin(_ region: any PageRegion, at index: Int) {
    let load = region.begin(timing: timing, clock: clock) { [weak self] in self?.take($0, at: index) }
    model.withLock { model in
      if model.pending.contains(index) { model.loads[index] = load }
    }
  }

  func remind(after patience: Duration) {
    guard pending > 0 else { return }
    let alarm = clock.alarm(after: patience) { [weak self] in
      self?.events.yield(.quiet)
      self?.remind(after: patience)
    }
    let isOfUse = model.withLock { model in
      if !model.pending.isEmpty { model.reminder = alarm }
      return !model.pending.isEmpty
    }
    if !isOfUse { alarm.cancel() }
  }

  func hurry() {
    events.yield(.hurried)
  }

  func stop() {
    let isFirst = model.withLock { model in
      defer { model.isStopping = true }
      return !model.isStopping && !model.pending.isEmpty
    }
    guard isFirst else { return }
    // Nothing holds the alarm: by the time it rings, the page may have ended.
    _ = clock.alarm(after: timing.delay) { [weak self] in self?.fail(.stopping) }
  }

  private func fail(_ failure: Failure) {
    let loads = model.withLock { Array($0.loads.values) }
    for load in loads { load.container?.fail(failure) }
  }

  func cancel() {
    // Let go of outside the lock: that ends loads, whose loaders may do anything then.
    let (loads, reminder) = model.withLock { model in
      model.pending = []
      defer { model.loads = [:] }
      return (model.loads, model.reminder)
    }
    reminder?.cancel()
    events.finish()
    withExtendedLifetime(loads) {}
  }

  // Nothing is told under the lock, which cancelling takes: telling wakes the task that listens, and waits for whoever is cancelling
  // that task.
  private func take(_ state: RegionState, at index: Int) {
    guard model.withLock({ $0.pending.contains(index) }) else { return }
    events.yield(.presented(index, state))
    guard state.isSettled else { return }
    // Counted once it is told: so the last of them to be counted ends the sequence when all have been told.
    let (load, reminder, isLast) = model.withLock { model in
      let isLast = model.pending.remove(index) != nil && model.pending.isEmpty
      return (model.loads.removeValue(forKey: index), isLast ? model.reminder : nil, isLast)
    }
    if isLast { events.finish() }
    reminder?.cancel()
    withExtendedLifetime(load) {}
  }
}
