import Logging
import ServiceLifecycle
import TaskApp

/// Writes the uses of sessions, calendar feeds and app passwords every few seconds, and once more at shutdown.
struct SessionService: Service, CustomStringConvertible {
  let app: TaskApp
  let logger: Logger
  var pause: Duration = .seconds(5)

  /// The name for the log. The default description would print the whole app.
  var description: String { "SessionService" }

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        do { try await Task.sleep(for: pause) } catch { break }
        await app.writeUses(logger)
      }
    }
    await app.writeUses(logger)
  }
}
