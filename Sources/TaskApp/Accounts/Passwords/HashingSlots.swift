import Foundation
import Synchronization

/// Runs long work on threads of its own: so many at once, so many more wait in the order in which they came, and all others
/// are turned away.
///
/// Not on queues of Dispatch: on Linux these share a few threads, one a core, with all async functions of the process, which
/// would all stand still meanwhile.
final class HashingSlots: Sendable {
  private typealias Waiting = CheckedContinuation<Result<Void, PasswordHasher.Refusal>, Never>

  private let model: Mutex<Model>

  /// - Parameters:
  ///   - slots: how many run at once.
  ///   - queue: how many more may wait.
  init(slots: Int, queue: Int) {
    model = Mutex(Model(free: slots, places: queue))
  }

  /// How many wait.
  var waiting: Int { model.withLock { $0.waiting.count } }

  /// Runs the work once there is a slot for it. Work that has begun is done to its end, though nobody may want it any more:
  /// the slot is taken for as long as the memory is.
  func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws(PasswordHasher.Refusal) -> Value {
    try await enter().get()
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let value = work()
        self.leave()
        continuation.resume(returning: value)
      }
    }
  }

  private func enter() async -> Result<Void, PasswordHasher.Refusal> {
    let ticket = model.withLock { $0.newTicket() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer = model.withLock { model -> Result<Void, PasswordHasher.Refusal>? in
          if Task.isCancelled { return .failure(.cancelled) }
          return model.enter(ticket, continuation)
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      model.withLock { $0.withdraw(ticket) }?.resume(returning: .failure(.cancelled))
    }
  }

  private func leave() {
    model.withLock { $0.leave() }?.resume(returning: .success(()))
  }

  private struct Model: Sendable {
    var free: Int
    /// How many may wait.
    let places: Int
    var waiting: [(ticket: UInt64, continuation: Waiting)] = []
    private var newest: UInt64 = 0

    init(free: Int, places: Int) {
      self.free = free
      self.places = places
    }

    mutating func newTicket() -> UInt64 {
      newest += 1
      return newest
    }

    /// Nil for whoever has to wait.
    mutating func enter(_ ticket: UInt64, _ continuation: Waiting) -> Result<Void, PasswordHasher.Refusal>? {
      if free > 0 {
        free -= 1
        return .success(())
      }
      guard waiting.count < places else { return .failure(.busy) }
      waiting.append((ticket, continuation))
      return nil
    }

    /// The slot goes to whoever has waited longest.
    mutating func leave() -> Waiting? {
      guard !waiting.isEmpty else {
        free += 1
        return nil
      }
      return waiting.removeFirst().continuation
    }

    mutating func withdraw(_ ticket: UInt64) -> Waiting? {
      guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return nil }
      return waiting.remove(at: index).continuation
    }
  }
}
