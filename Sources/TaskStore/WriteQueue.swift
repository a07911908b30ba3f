import Synchronization
import Tasks

/// Lets accounts write in turn.
///
/// SQLite has one writer, and those who wait for it stand in one line. So of each account only few writes stand in it at once:
/// one with a hundred writes keeps another's one waiting no longer than two of them take. And one whose writes take long is held back
/// while others write (``WriteThrottle``).
final class WriteQueue: Sendable {
  private let model: Mutex<Model>
  private let shares = Mutex(WriteThrottle())
  private let elapsed: @Sendable () -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void

  /// - Parameters:
  ///   - room: how many writes stand in line at once: two, so that the writer never waits for the next one.
  ///   - clock: the clock by which writes are timed and held back.
  init(room: Int = 2, clock: some Clock<Duration> = ContinuousClock()) {
    model = Mutex(Model(room: room))
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
  }

  /// Whether nobody writes or waits for it.
  var isIdle: Bool { model.withLock { $0.running.isEmpty } }

  /// How many turns have begun so far.
  var turns: Int { model.withLock { $0.turns } }

  /// How many wait for their turn.
  var waiting: Int { model.withLock { $0.waiting.count } }

  /// Waits for the account's turn.
  func turn(of account: AccountID?) async throws(StoreError) -> WriteTurn {
    try await begin(for: account)
    return WriteTurn(queue: self, account: account)
  }

  /// Waits for the account's turn. Every turn is to be ended by ``end(for:)``.
  func begin(for account: AccountID?) async throws(StoreError) {
    try await holdBack(account)
    if model.withLock({ $0.take(for: account) }) { return }
    let id = model.withLock { $0.nextID() }
    let hasTurn = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let hasTurn = model.withLock { model -> Bool? in
          if Task.isCancelled { return false }
          if model.take(for: account) { return true }
          model.waiting.append(Waiter(id: id, account: account, continuation: continuation))
          return nil
        }
        if let hasTurn { continuation.resume(returning: hasTurn) }
      }
    } onCancel: {
      let waiter = model.withLock { model in
        model.waiting.firstIndex { $0.id == id }.map { model.waiting.remove(at: $0) }
      }
      waiter?.continuation.resume(returning: false)
    }
    if !hasTurn { throw .cancelled }
  }

  /// Ends a turn; the account that has waited longest for a turn has the next one.
  func end(for account: AccountID?) {
    let next = model.withLock { $0.end(for: account) }
    next?.continuation.resume(returning: true)
  }

  /// Notes for how long a transaction of the account kept the writer.
  func took(_ duration: Duration, for account: AccountID?) {
    guard let account else { return }
    shares.withLock { $0.add(duration, to: account, at: elapsed()) }
  }

  private func holdBack(_ account: AccountID?) async throws(StoreError) {
    guard let account else { return }
    let delay = shares.withLock { $0.hold(account, at: elapsed()) }
    guard delay > .zero else { return }
    defer { shares.withLock { $0.release(account) } }
    do { try await sleep(delay) } catch { throw .cancelled }
  }

  private struct Waiter: Sendable {
    let id: Int
    let account: AccountID?
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct Model: Sendable {
    let room: Int
    /// Whose writes stand in line or run.
    var running: [AccountID?] = []
    /// In the order in which they came.
    var waiting: [Waiter] = []
    /// When each account that waits had its last turn, as a count.
    private var served: [AccountID?: Int] = [:]
    private var newest = 0
    var turns = 0

    init(room: Int) {
      self.room = room
    }

    mutating func nextID() -> Int {
      newest += 1
      return newest
    }

    mutating func take(for account: AccountID?) -> Bool {
      guard running.count < room else { return false }
      running.append(account)
      turns += 1
      return true
    }

    mutating func end(for account: AccountID?) -> Waiter? {
      if let index = running.firstIndex(of: account) { running.remove(at: index) }
      guard let next = waiting.indices.min(by: { share($0) < share($1) }) else { return nil }
      let waiter = waiting.remove(at: next)
      running.append(waiter.account)
      turns += 1
      served[waiter.account] = nextID()
      if waiting.isEmpty { served = [:] }
      return waiter
    }

    /// How many turns its account has now, and when it had the last one; of equals the first is taken.
    private func share(_ index: Int) -> (Int, Int) {
      let account = waiting[index].account
      return (running.count { $0 == account }, served[account] ?? 0)
    }
  }
}
