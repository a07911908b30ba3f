import StatePages
import Synchronization

/// Room for so many pieces of work at once. Whoever has the least of it under way comes first: nobody's hundred pieces keep
/// another's one waiting.
final class FairSlots<Owner: Hashable & Sendable>: Sendable {
  private let model: Mutex<Model>
  private let clock: any Clock<Duration>

  /// Room for `count` pieces.
  init(_ count: Int, clock: any Clock<Duration> = CoarseClock.shared) {
    model = Mutex(Model(free: count))
    self.clock = clock
  }

  /// How many pieces are under way, and how many wait.
  var load: (running: Int, waiting: Int) {
    model.withLock { ($0.running.values.reduce(0, +), $0.waiting.count) }
  }

  /// Does the work when there is room for it.
  /// - Parameters:
  ///   - owner: whose work it is.
  ///   - patience: how long it may wait for room.
  ///   - waits: told if it has to.
  /// - Returns: what the work returns; nil if there was no room in that time, or the task was cancelled while it waited.
  func run<Value: Sendable, Problem: Error>(
    for owner: Owner, within patience: Duration, waits: @Sendable () -> Void = {},
    _ work: @Sendable () async throws(Problem) -> Value
  ) async throws(Problem) -> Value? {
    if !model.withLock({ $0.take(for: owner) }) {
      waits()
      guard await wait(for: owner, within: patience) else { return nil }
    }
    defer { leave(owner) }
    return try await work()
  }

  private func wait(for owner: Owner, within patience: Duration) async -> Bool {
    let id = model.withLock { $0.newId() }
    let reminder = Task { [clock] in
      do { try await clock.sleep(for: patience) } catch { return }
      giveUp(id)
    }
    defer { reminder.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isServed = model.withLock { model -> Bool? in
          // Under the lock: a cancellation comes before this and is seen here, or after it and finds who waits.
          if Task.isCancelled { return false }
          if model.take(for: owner) { return true }
          model.waiting.append(Waiter(id: id, owner: owner, continuation: continuation))
          return nil
        }
        if let isServed { continuation.resume(returning: isServed) }
      }
    } onCancel: {
      giveUp(id)
    }
  }

  private func giveUp(_ id: Int) {
    let waiter = model.withLock { model in
      model.waiting.firstIndex { $0.id == id }.map { model.waiting.remove(at: $0) }
    }
    waiter?.continuation.resume(returning: false)
  }

  private func leave(_ owner: Owner) {
    let next = model.withLock { $0.leave(owner) }
    next?.continuation.resume(returning: true)
  }
}

extension FairSlots {
  private struct Waiter: Sendable {
    let id: Int
    let owner: Owner
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct Model: Sendable {
    var free: Int
    var running: [Owner: Int] = [:]
    /// In the order in which they came.
    var waiting: [Waiter] = []
    private var newest = 0

    init(free: Int) {
      self.free = free
    }

    mutating func newId() -> Int {
      newest += 1
      return newest
    }

    mutating func take(for owner: Owner) -> Bool {
      guard free > 0 else { return false }
      free -= 1
      running[owner, default: 0] += 1
      return true
    }

    /// Gives the room of one piece back, or on to whoever is next.
    mutating func leave(_ owner: Owner) -> Waiter? {
      running[owner] = running[owner].flatMap { $0 > 1 ? $0 - 1 : nil }
      guard let next = waiting.indices.min(by: { share($0) < share($1) }) else {
        free += 1
        return nil
      }
      let waiter = waiting.remove(at: next)
      running[waiter.owner, default: 0] += 1
      return waiter
    }

    /// How much its owner has under way; of equals the first is taken.
    private func share(_ index: Int) -> Int { running[waiting[index].owner] ?? 0 }
  }
}
