public import StateViews
import Synchronization

/// A continuous clock whose cancelled sleepers leave nothing behind.
///
/// Every load sleeps towards a deadline that it hardly ever meets. `ContinuousClock` keeps the timer of a cancelled sleeper until
/// it would have rung: at a thousand pages a second and thirty seconds each, that is memory that grows for half a minute. Here a
/// sleeper is a row in a table, and one task looks at the table as long as there is a row in it: only at those rows whose time has
/// come, however many others there are. Who only wants to be called is no more than such a row.
public final class TimerWheel: TimerScheduler {
  /// The moments of the continuous clock.
  public typealias Instant = ContinuousClock.Instant

  /// The clock of the process.
  public static let shared = TimerWheel()

  /// A sleeper is woken at most this much too late.
  public let minimumResolution: Swift.Duration

  private let table: Mutex<Table>

  /// A clock of its own.
  public init() {
    minimumResolution = .milliseconds(10)
    table = Mutex(Table(length: minimumResolution))
  }

  /// This moment.
  public var now: Instant { ContinuousClock.now }

  /// How many sleep at the moment.
  public var sleepers: Int { table.withLock { $0.count } }

  /// Sleeps until a moment.
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
        // A task that was cancelled before its row was in the table has called the handler below in vain.
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  /// Calls `ring` once, a step of the clock after its time at the latest.
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
        // Never cancelled, so that its own timer always rings.
        do { try await ContinuousClock().sleep(for: minimumResolution) } catch { return }
        for sleeper in table.withLock({ $0.takeDue(at: now) }) { sleeper.wake() }
      } while table.withLock { $0.goesOn() }
    }
  }
}

/// What becomes of a sleeper.
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

/// Who sleeps: at which step that ends, and which of those who sleep until then.
private struct Sleeper: Hashable {
  let step: Int
  let number: Int
}

/// The sleepers by the step at which they are woken.
private struct Table {
  enum Entrance {
    /// It is the first one: somebody has to begin to look at the table.
    case begins
    case joins
    /// Its time has come before it could sleep.
    case isLate
  }

  private(set) var count = 0
  private var steps: [Int: [Int: Waking]] = [:]
  private var newest = 0
  private var isTicking = false
  /// The newest step whose sleepers were woken.
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

  /// Those whose time has come, the earliest first; within a step, in the order in which they came.
  mutating func takeDue(at now: ContinuousClock.Instant) -> [Waking] {
    let reached = step(of: now, .down)
    guard reached > passed else { return [] }
    // A machine that was asleep may have missed more steps than there are with somebody in them.
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
    // A moment beyond all counting is one that nobody lives to see.
    Int(min((moment - start) / length, 1e15).rounded(rounding))
  }
}
