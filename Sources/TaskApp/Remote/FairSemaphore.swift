import StatePages
import Synchronization

/// A fair semaphore: limits the permits in total and per owner, so no owner can hold all of them.
///
/// Waiters are served by the number of permits their owner holds, fewest first; ties in FIFO order.
final class FairSemaphore<Owner: Hashable & Sendable>: Sendable {
  private let model: Mutex<Model>
  private let clock: any Clock<Duration>

  /// Creates a semaphore with `count` permits, of which each owner may hold at most `share`.
  init(_ count: Int, share: Int, clock: any Clock<Duration> = TimerWheel.shared) {
    model = Mutex(Model(free: count, share: share))
    self.clock = clock
  }

  /// The number of permits in use, and the number of waiters.
  var load: (running: Int, waiting: Int) {
    model.withLock { ($0.running.values.reduce(0, +), $0.waiting.count) }
  }

  /// Returns a permit, which the caller must release; nil on a timeout or if the task is cancelled while waiting.
  /// - Parameters:
  ///   - owner: the owner of the permit.
  ///   - patience: the maximum time to wait for a permit.
  ///   - waits: called if no permit is free.
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
          // Under the lock: an earlier cancellation is seen here, a later one finds the waiter.
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

/// The right to do one piece of work, until released.
final class Permit: Sendable {
  private enum State {
    case unused, used, released
  }

  private let state = Mutex(State.unused)
  private let giveBack: @Sendable () -> Void

  init(_ giveBack: @escaping @Sendable () -> Void) {
    self.giveBack = giveBack
  }

  /// Marks the permit as used by running work, which is now responsible for releasing it.
  func use() {
    state.withLock { if $0 == .unused { $0 = .used } }
  }

  /// Releases the permit. Further calls have no effect.
  func release() {
    release { $0 != .released }
  }

  /// Releases the permit unless it is in use.
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
    /// The maximum number of permits per owner.
    let share: Int
    var running: [Owner: Int] = [:]
    /// In order of arrival.
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

    /// Returns a permit, or hands it to the next eligible waiter. One suffices: while permits are free, no waiter is eligible.
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
