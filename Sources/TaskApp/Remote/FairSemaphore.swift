import StatePages
import Synchronization

/// A fair semaphore: so many permits in all, and fewer for each owner, so that one owner's work never holds all of them.
///
/// Of those who wait, the owner with the fewest permits comes first; of equals, the one who came first.
final class FairSemaphore<Owner: Hashable & Sendable>: Sendable {
  private let model: Mutex<Model>
  private let clock: any Clock<Duration>

  /// A semaphore of `count` permits, of which an owner holds `share` at most.
  init(_ count: Int, share: Int, clock: any Clock<Duration> = TimerWheel.shared) {
    model = Mutex(Model(free: count, share: share))
    self.clock = clock
  }

  /// How many pieces of work are under way, and how many wait.
  var load: (running: Int, waiting: Int) {
    model.withLock { ($0.running.values.reduce(0, +), $0.waiting.count) }
  }

  /// Does the work once there is a permit for it.
  /// - Parameters:
  ///   - owner: whose work it is.
  ///   - patience: how long it may wait for a permit.
  ///   - waits: called if it has to wait.
  /// - Returns: what the work returns; nil if there was no permit in that time, or the task was cancelled while it waited.
  func run<Value: Sendable, Problem: Error>(
    for owner: Owner, within patience: Duration, waits: @Sendable () -> Void = {},
    _ work: @Sendable () async throws(Problem) -> Value
  ) async throws(Problem) -> Value? {
    guard let permit = await permit(for: owner, within: patience, waits: waits) else { return nil }
    defer { permit.release() }
    return try await work()
  }

  /// A permit, to be released by the caller; nil if there was none in that time, or the task was cancelled while it waited.
  func permit(
    for owner: Owner, within patience: Duration, waits: @Sendable () -> Void = {}
  ) async -> Permit? {
    if !model.withLock({ $0.take(for: owner) }) {
      waits()
      guard await wait(for: owner, within: patience) else { return nil }
    }
    return Permit { [self] in leave(owner) }
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
          // Under the lock: a cancellation comes before this and is seen here, or after it and finds the waiter.
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

/// The right to do one piece of work, until it is released.
final class Permit: Sendable {
  private enum State {
    case unused, used, released
  }

  private let state = Mutex(State.unused)
  private let giveBack: @Sendable () -> Void

  init(_ giveBack: @escaping @Sendable () -> Void) {
    self.giveBack = giveBack
  }

  /// The work begins: from now on it alone releases the permit.
  func use() {
    state.withLock { if $0 == .unused { $0 = .used } }
  }

  /// Gives it back. Only the first call counts.
  func release() {
    release { $0 != .released }
  }

  /// Gives it back unless its work has begun.
  func releaseIfUnused() {
    release { $0 == .unused }
  }

  private func release(where isDue: (State) -> Bool) {
    let isReleased = state.withLock { state in
      guard isDue(state) else { return false }
      state = .released
      return true
    }
    if isReleased { giveBack() }
  }
}

extension FairSemaphore {
  private struct Waiter: Sendable {
    let id: Int
    let owner: Owner
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct Model: Sendable {
    var free: Int
    /// The most permits of one owner.
    let share: Int
    var running: [Owner: Int] = [:]
    /// In the order in which they came.
    var waiting: [Waiter] = []
    private var newest = 0

    init(free: Int, share: Int) {
      self.free = free
      self.share = share
    }

    mutating func newId() -> Int {
      newest += 1
      return newest
    }

    mutating func take(for owner: Owner) -> Bool {
      guard free > 0, permits(of: owner) < share else { return false }
      free -= 1
      running[owner, default: 0] += 1
      return true
    }

    /// Gives a permit back, or on to the next who may have one. One is enough: while a permit is free, all who wait have their share.
    mutating func leave(_ owner: Owner) -> Waiter? {
      running[owner] = running[owner].flatMap { $0 > 1 ? $0 - 1 : nil }
      free += 1
      let next = waiting.indices.filter { permits(of: waiting[$0].owner) < share }
        .min { permits(of: waiting[$0].owner) < permits(of: waiting[$1].owner) }
      guard let next else { return nil }
      let waiter = waiting.remove(at: next)
      free -= 1
      running[waiter.owner, default: 0] += 1
      return waiter
    }

    private func permits(of owner: Owner) -> Int { running[owner] ?? 0 }
  }
}
