import StatePages

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
