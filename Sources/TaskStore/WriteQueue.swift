import Synchronization
import Tasks

/// A fair queue for writes: accounts take turns.
///
/// SQLite has one writer, and its waiters form one queue. Few writes are in that queue at once, so an account with a hundred
/// writes delays another account's write by no more than two of them. Accounts with long writes are delayed while others write
/// (``WriteThrottle``).
final class WriteQueue: Sendable {
  private let model: Mutex<Model>
  private let shares: Mutex<WriteThrottle>
  private let elapsed: @Sendable () -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void

  /// - Parameters:
  ///   - room: the number of concurrent turns. Two keep the writer busy.
  ///   - allowance: the writer time that an account may use without delay.
  ///   - clock: the clock that times and delays writes.
  init(room: Int = 2, allowance: Duration, clock: some Clock<Duration> = ContinuousClock()) {
    model = Mutex(Model(room: room))
    shares = Mutex(WriteThrottle(allowance: allowance))
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
  }

  /// Whether no write has a turn.
  var isIdle: Bool { model.withLock { $0.running.isEmpty } }

  /// Repeats a part of a long job within its transaction, which has a turn, until nothing is left to do, another write waits, or it was
  /// done `most` times.
  /// - Parameter part: returns whether there may be more.
  /// - Returns: whether there may be more.
  func repeating(upTo most: Int, _ part: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<most {
      if try !part() { return false }
      if isWanted(besides: 1) { break }
    }
    return true
  }

  /// Whether a write is waiting, or has a turn besides `own` ones.
  func isWanted(besides own: Int) -> Bool { model.withLock { $0.running.count > own || !$0.waiting.isEmpty } }

  /// The number of turns begun so far.
  var turns: Int { model.withLock { $0.turns } }

  /// The number of writes that wait for a turn.
  var waiting: Int { model.withLock { $0.waiting.count } }

  /// Waits for the account's turn.
  func turn(of account: AccountID?) async throws(StoreError) -> WriteTurn {
    try await begin(for: account)
    return WriteTurn(queue: self, account: account)
  }

  /// Waits for the account's turn. Each call is balanced by ``end(for:)``.
  /// - Throws: ``StoreError/cancelled``, or ``StoreError/unavailable(_:_:)`` while too many writes of the account are delayed.
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

  /// Ends a turn. The next one goes to the account with the fewest running turns, then to the one that has waited longest.
  func end(for account: AccountID?) {
    let next = model.withLock { $0.end(for: account) }
    next?.continuation.resume(returning: true)
  }

  /// Records how long a transaction of the account occupied the writer.
  func took(_ duration: Duration, for account: AccountID?) {
    guard let account else { return }
    shares.withLock { $0.add(duration, to: account, at: elapsed()) }
  }

  private func holdBack(_ account: AccountID?) async throws(StoreError) {
    guard let account else { return }
    let delay = try shares.withLock { shares throws(StoreError) in try shares.hold(account, at: elapsed()) }
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
    /// The accounts of the running turns.
    var running: [AccountID?] = []
    /// The waiting writes, in order of arrival.
    var waiting: [Waiter] = []
    /// The sequence number of the last turn of each waiting account.
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

    /// The number of running turns of a waiter's account, and the sequence number of its last turn. The first of equals is next.
    private func share(_ index: Int) -> (Int, Int) {
      let account = waiting[index].account
      return (running.count { $0 == account }, served[account] ?? 0)
    }
  }
}
