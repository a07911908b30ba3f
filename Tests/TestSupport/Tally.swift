import Synchronization

/// Counts what happens, and lets a test wait until it has happened often enough.
public final class Tally: Sendable {
  private let model = Mutex(Model())

  /// Nothing has happened yet.
  public init() {}

  /// How often it has happened.
  public var count: Int { model.withLock { $0.count } }

  /// It has happened once more.
  public func increment() {
    let reached = model.withLock { model in
      model.count += 1
      let reached = model.watchers.filter { $0.count <= model.count }
      model.watchers.removeAll { $0.count <= model.count }
      return reached
    }
    for watcher in reached { watcher.continuation.resume() }
  }

  /// Waits until it has happened `count` times.
  public func reaches(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isReached = model.withLock { model in
        if model.count >= count { return true }
        model.watchers.append(Watcher(count: count, continuation: continuation))
        return false
      }
      if isReached { continuation.resume() }
    }
  }

  private struct Watcher: Sendable {
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct Model: Sendable {
    var count = 0
    var watchers: [Watcher] = []
  }
}
