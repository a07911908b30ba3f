import Synchronization

/// A continuous clock whose cancelled sleepers leave nothing behind.
///
/// Every load sleeps towards a deadline that it hardly ever meets. `ContinuousClock` keeps the timer of a cancelled sleeper until
/// it would have rung: at a thousand pages a second and thirty seconds each, that is memory that grows for half a minute. Here a
/// sleeper is a row in a table, and one task looks at the table as long as there is a row in it.
public final class CoarseClock: Clock {
  /// The moments of the continuous clock.
  public typealias Instant = ContinuousClock.Instant

  /// The clock of the process.
  public static let shared = CoarseClock()

  /// A sleeper is woken at most this much too late.
  public let minimumResolution: Swift.Duration = .milliseconds(10)

  private let table = Mutex(Table())

  /// A clock of its own.
  public init() {}

  /// This moment.
  public var now: Instant { ContinuousClock.now }

  /// How many sleep at the moment.
  public var sleepers: Int { table.withLock { $0.sleepers.count } }

  /// Sleeps until a moment.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = table.withLock { $0.newID() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleeper = Sleeper(deadline: deadline, continuation: continuation)
        if table.withLock({ $0.add(sleeper, as: id) }) { tick() }
        // A task that was cancelled before its row was in the table has called the handler below in vain.
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func cancel(_ id: Int) {
    table.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
  }

  private func tick() {
    Task { [minimumResolution] in
      repeat {
        // Never cancelled, so that its own timer always rings.
        do { try await ContinuousClock().sleep(for: minimumResolution) } catch { return }
        for sleeper in table.withLock({ $0.takeDue(at: now) }) { sleeper.continuation.resume() }
      } while table.withLock { $0.goesOn() }
    }
  }
}

private struct Sleeper {
  let deadline: ContinuousClock.Instant
  let continuation: CheckedContinuation<Void, any Error>
}

private struct Table {
  var sleepers: [Int: Sleeper] = [:]
  private var lastID = 0
  private var isTicking = false

  mutating func newID() -> Int {
    lastID += 1
    return lastID
  }

  /// Returns whether somebody has to begin to look at the table.
  mutating func add(_ sleeper: Sleeper, as id: Int) -> Bool {
    sleepers[id] = sleeper
    defer { isTicking = true }
    return !isTicking
  }

  /// Those whose time has come, the earliest first.
  mutating func takeDue(at now: ContinuousClock.Instant) -> [Sleeper] {
    let due = sleepers.filter { $0.value.deadline <= now }
    for id in due.keys { sleepers[id] = nil }
    return due.values.sorted { $0.deadline < $1.deadline }
  }

  mutating func goesOn() -> Bool {
    isTicking = !sleepers.isEmpty
    return isTicking
  }
}
