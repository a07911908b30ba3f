import Synchronization
import Tasks

/// Lets accounts write in turn.
///
/// SQLite has one writer, and those who wait for it stand in one line. So of each account only few writes stand in it at once:
/// one with a hundred writes keeps another's one waiting no longer than two of them take.
final class WriteQueue: Sendable {
  private let model: Mutex<Model>

  /// Has so many writes stand in line at once: two, so that the writer never waits for the next one.
  init(room: Int = 2) {
    model = Mutex(Model(room: room))
  }

  /// Whether nobody writes or waits for it.
  var isIdle: Bool { model.withLock { $0.running.isEmpty } }

  /// How many wait for their turn.
  var waiting: Int { model.withLock { $0.waiting.count } }

  /// Waits for the account's turn. Every turn is to be ended by ``end(for:)``.
  func begin(for account: AccountID?) async throws(StoreError) {
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
      return true
    }

    mutating func end(for account: AccountID?) -> Waiter? {
      if let index = running.firstIndex(of: account) { running.remove(at: index) }
      guard let next = waiting.indices.min(by: { share($0) < share($1) }) else { return nil }
      let waiter = waiting.remove(at: next)
      running.append(waiter.account)
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
