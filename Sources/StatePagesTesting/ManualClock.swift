import Synchronization

/// A clock that stands still until a test advances it.
///
/// ```swift
/// let clock = ManualClock()
/// await clock.waitForSleepers(1)
/// clock.advance(by: .seconds(3))
/// ```
public final class ManualClock: Clock, Sendable {
  /// An instant of this clock.
  public struct Instant: InstantProtocol, Hashable, Sendable {
    /// The time since the clock was made.
    public var offset: Duration

    /// The instant later by `duration`.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// The time from this instant to `other`.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether `lhs` is earlier than `rhs`.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private let model = Mutex(Model())

  /// A clock at its first instant.
  public init() {}

  /// The current instant.
  public var now: Instant { model.withLock { $0.now } }
  /// The resolution, one nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }
  /// The number of tasks that sleep.
  public var sleepers: Int { model.withLock { $0.sleepers.count } }

  /// Sleeps until the clock is advanced to `deadline`.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = model.withLock { $0.newId() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (end, roused) = model.withLock { model -> (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) in
          if Task.isCancelled { return (.failure(CancellationError()), []) }
          if deadline <= model.now { return (.success(()), []) }
          model.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
          return (nil, model.rouseWatchers())
        }
        if let end { continuation.resume(with: end) }
        for watcher in roused { watcher.resume() }
      }
    } onCancel: {
      let sleeper = model.withLock { $0.sleepers.removeValue(forKey: id) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Advances the clock by `duration` and wakes the sleepers whose deadline has passed, the earliest first.
  public func advance(by duration: Duration) {
    let woken = model.withLock { model in
      model.now = model.now.advanced(by: duration)
      let due = model.sleepers.filter { $0.value.deadline <= model.now }
      for id in due.keys { model.sleepers[id] = nil }
      return due.values.sorted { $0.deadline < $1.deadline }
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }

  /// Waits until at least `count` tasks sleep, so that advancing reaches all of them. A wait of five minutes stops the tests, with the
  /// number of tasks that slept.
  public func waitForSleepers(_ count: Int) async { await waitForSleepers(count, within: BoundedWait.limit) }

  func waitForSleepers(_ count: Int, within limit: Duration) async {
    if sleepers >= count { return }
    await BoundedWait.run(within: limit) {
      await withCheckedContinuation { continuation in
        let isEnough = model.withLock { model in
          if model.sleepers.count >= count { return true }
          model.watchers.append((count, continuation))
          return false
        }
        if isEnough { continuation.resume() }
      }
    } orStopWith: { [self] in
      "a test has waited \(limit) for \(count) sleepers of its clock; there were \(sleepers)"
    }
  }

  private struct Sleeper: Sendable {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Model: Sendable {
    var now = Instant(offset: .zero)
    var sleepers: [Int: Sleeper] = [:]
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    private var newest = 0

    mutating func newId() -> Int {
      newest += 1
      return newest
    }

    mutating func rouseWatchers() -> [CheckedContinuation<Void, Never>] {
      let roused = watchers.filter { $0.count <= sleepers.count }
      watchers.removeAll { $0.count <= sleepers.count }
      return roused.map(\.continuation)
    }
  }
}
