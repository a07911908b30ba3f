import StatePages
import Synchronization

/// A counter of events that a test can wait for.
package final class Tally: Sendable {
  private let model = Mutex(Model())

  /// A counter at zero.
  package init() {}

  /// The number of events so far.
  package var count: Int { model.withLock { $0.count } }

  /// Counts an event.
  package func increment() {
    let reached = model.withLock { model in
      model.count += 1
      let reached = model.watchers.filter { $0.count <= model.count }
      model.watchers.removeAll { $0.count <= model.count }
      return reached
    }
    for watcher in reached { watcher.continuation.resume() }
  }

  /// Waits until `count` events were counted. A wait of five minutes stops the tests, with the number of events that there were.
  package func reaches(_ count: Int) async { await reaches(count, within: BoundedWait.limit) }

  func reaches(_ count: Int, within limit: Duration) async {
    if self.count >= count { return }
    await BoundedWait.run(within: limit) {
      await withCheckedContinuation { continuation in
        let isReached = model.withLock { model in
          if model.count >= count { return true }
          model.watchers.append(Watcher(count: count, continuation: continuation))
          return false
        }
        if isReached { continuation.resume() }
      }
    } orStopWith: { [self] in
      "a test has waited \(limit) for \(count) events; there were \(self.count)"
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

/// Waits of tests end: a test that waits for what never happens stops with what is there instead, and does not hang.
enum BoundedWait {
  /// Longer than any load makes a test wait.
  static let limit: Duration = .seconds(300)

  /// Runs `wait`, and stops the process if it takes longer than `limit`.
  static func run(
    within limit: Duration = limit, _ wait: () async -> Void, orStopWith message: @escaping @Sendable () -> String
  ) async {
    let alarm = Task {
      do { try await EventLoopClock().sleep(for: limit) } catch { return }
      fatalError(message())
    }
    await wait()
    alarm.cancel()
  }
}
