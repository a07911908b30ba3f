public import StateViews
import Synchronization

/// A continuous clock that keeps no timers of cancelled sleepers.
///
/// Every load sleeps towards a deadline that it rarely meets. `ContinuousClock` keeps the timer of a cancelled sleeper
/// until its deadline: at a thousand pages a second and thirty seconds each, memory grows for half a minute. Here a
/// sleeper is a row in a table. While the table has rows, one task visits the rows that are due, however many others
/// there are. A scheduled call is such a row too, without a task.
public final class TimerWheel: TimerScheduler {
  /// An instant of the continuous clock.
  public typealias Instant = ContinuousClock.Instant

  /// The shared clock of the process.
  public static let shared = TimerWheel()

  /// The maximum delay of a wake-up.
  public let minimumResolution: Swift.Duration

  private let table: Mutex<Table>

  /// Creates a separate clock.
  public init() {
    minimumResolution = .milliseconds(10)
    table = Mutex(Table(length: minimumResolution))
  }

  /// The current instant.
  public var now: Instant { ContinuousClock.now }

  /// The number of sleepers and scheduled calls.
  public var sleepers: Int { table.withLock { $0.count } }

  /// Sleeps until an instant.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = table.withLock { $0.newID(for: deadline) }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        switch table.withLock({ $0.add(.resume(continuation), as: id, at: now) }) {
        case .begins: tick()
        case .joins: break
        case .isLate: return continuation.resume()
        }
        // The handler below has no effect before the row is in the table.
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  /// Calls `ring` once, at most one step of the clock late.
  public func ring(after delay: Swift.Duration, _ ring: @escaping @Sendable () -> Void) -> ScheduledTimer {
    let id = table.withLock { $0.newID(for: now + delay) }
    switch table.withLock({ $0.add(.call(ring), as: id, at: now) }) {
    case .begins: tick()
    case .joins: break
    case .isLate: Task { ring() }
    }
    return ScheduledTimer { [self] in cancel(id) }
  }

  private func cancel(_ id: Sleeper) {
    table.withLock { $0.remove(id) }?.cancel()
  }

  private func tick() {
    Task { [minimumResolution] in
      repeat {
        // Never cancelled, so its own timer always fires.
        do { try await ContinuousClock().sleep(for: minimumResolution) } catch { return }
        for sleeper in table.withLock({ $0.takeDue(at: now) }) { sleeper.wake() }
      } while table.withLock { $0.goesOn() }
    }
  }
}

/// The action for a row that is due.
private enum Waking: Sendable {
  case resume(CheckedContinuation<Void, any Error>)
  case call(@Sendable () -> Void)

  func wake() {
    switch self {
    case .resume(let continuation): continuation.resume()
    case .call(let ring): ring()
    }
  }

  func cancel() {
    switch self {
    case .resume(let continuation): continuation.resume(throwing: CancellationError())
    case .call: break
    }
  }
}

/// The key of a row: the step of its wake-up, and its number.
private struct Sleeper: Hashable {
  let step: Int
  let number: Int
}

/// The sleepers by the step of their wake-up.
private struct Table {
  enum Entrance {
    /// The first row: the caller has to start the ticking task.
    case begins
    case joins
    /// The time has passed already.
    case isLate
  }

  private(set) var count = 0
  private var steps: [Int: [Int: Waking]] = [:]
  private var newest = 0
  private var isTicking = false
  /// The newest step that was processed.
  private var passed = 0
  private let start = ContinuousClock.now
  private let length: Duration

  init(length: Duration) {
    self.length = length
  }

  mutating func newID(for deadline: ContinuousClock.Instant) -> Sleeper {
    newest += 1
    return Sleeper(step: step(of: deadline, .up), number: newest)
  }

  mutating func add(_ waking: Waking, as sleeper: Sleeper, at now: ContinuousClock.Instant) -> Entrance {
    if !isTicking { passed = step(of: now, .down) }
    guard sleeper.step > passed else { return .isLate }
    steps[sleeper.step, default: [:]][sleeper.number] = waking
    count += 1
    defer { isTicking = true }
    return isTicking ? .joins : .begins
  }

  mutating func remove(_ sleeper: Sleeper) -> Waking? {
    guard let waking = steps[sleeper.step]?.removeValue(forKey: sleeper.number) else { return nil }
    if steps[sleeper.step]?.isEmpty == true { steps[sleeper.step] = nil }
    count -= 1
    return waking
  }

  /// The due rows, earliest first; within a step, in the order of their arrival.
  mutating func takeDue(at now: ContinuousClock.Instant) -> [Waking] {
    let reached = step(of: now, .down)
    guard reached > passed else { return [] }
    // After the machine was suspended, there may be far more missed steps than used ones.
    let due =
      reached - passed < steps.count
      ? Array(passed + 1...reached) : steps.keys.filter { $0 <= reached }.sorted()
    passed = reached
    let woken = due.flatMap { step in
      (steps.removeValue(forKey: step) ?? [:]).sorted { $0.key < $1.key }.map(\.value)
    }
    count -= woken.count
    return woken
  }

  mutating func goesOn() -> Bool {
    isTicking = count > 0
    return isTicking
  }

  private func step(of moment: ContinuousClock.Instant, _ rounding: FloatingPointRoundingRule) -> Int {
    // Bounded, because a far instant would overflow `Int`.
    Int(min((moment - start) / length, 1e15).rounded(rounding))
  }
}
