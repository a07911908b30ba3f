import Synchronization

/// Limits how much work runs at once, in all and for each owner. Work that has to wait is queued by its owner: however much one of them
/// has queued, another waits for one piece of it only.
///
/// The next turn goes to the owner with the fewest running turns; of these to the one that was served longest ago, in order of arrival.
public final class FairQueue<Owner: Hashable & Sendable>: Sendable {
  private let model: Mutex<Model>

  /// Creates an empty queue.
  /// - Parameters:
  ///   - limit: the maximum number of turns at once.
  ///   - share: the maximum number of turns of one owner at once.
  public init(_ limit: Int, share: Int = .max) { model = Mutex(Model(limit: limit, share: share)) }

  /// The number of turns that have begun and not ended, and of those who wait for one.
  public var load: (running: Int, waiting: Int) {
    model.withLock { ($0.running.values.reduce(0, +), $0.waiting.count) }
  }

  /// Begins a turn if one is free. Each turn is balanced by ``end(_:)``.
  public func beginNow(_ owner: Owner) -> Bool { model.withLock { $0.take(owner) } }

  /// Waits for a turn. Each turn is balanced by ``end(_:)``.
  /// - Returns: false if the task was cancelled, and has no turn.
  public func begin(_ owner: Owner) async -> Bool {
    if Task.isCancelled { return false }
    if beginNow(owner) { return true }
    let id = model.withLock { $0.newID() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let hasTurn = model.withLock { model -> Bool? in
          // Under the lock: an earlier cancellation is seen here, a later one finds the waiter.
          if Task.isCancelled { return false }
          if model.take(owner) { return true }
          model.waiting.append(Waiter(id: id, owner: owner, continuation: continuation))
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
  }

  /// Ends a turn.
  public func end(_ owner: Owner) { model.withLock { $0.end(owner) }?.continuation.resume(returning: true) }

  private struct Waiter: Sendable {
    let id: Int
    let owner: Owner
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct Model: Sendable {
    let limit: Int
    let share: Int
    var running: [Owner: Int] = [:]
    /// In order of arrival.
    var waiting: [Waiter] = []
    /// The number of the last turn of each owner, while there are waiters.
    private var served: [Owner: Int] = [:]
    private var newest = 0

    init(limit: Int, share: Int) { (self.limit, self.share) = (limit, share) }

    mutating func newID() -> Int {
      newest += 1
      return newest
    }

    mutating func take(_ owner: Owner) -> Bool {
      guard running.values.reduce(0, +) < limit, running[owner, default: 0] < share else { return false }
      begin(owner)
      return true
    }

    /// Returns the waiter that is next. One suffices: while turns are free, no waiter may have one.
    mutating func end(_ owner: Owner) -> Waiter? {
      running[owner] = running[owner].flatMap { $0 > 1 ? $0 - 1 : nil }
      let next = waiting.indices.filter { running[waiting[$0].owner, default: 0] < share }.min { rank($0) < rank($1) }
      guard let next else { return nil }
      let waiter = waiting.remove(at: next)
      begin(waiter.owner)
      served[waiter.owner] = newID()
      if waiting.isEmpty { served = [:] }
      return waiter
    }

    private mutating func begin(_ owner: Owner) {
      running[owner, default: 0] += 1
    }

    private func rank(_ index: Int) -> (Int, Int) {
      let owner = waiting[index].owner
      return (running[owner, default: 0], served[owner] ?? 0)
    }
  }
}
