import Logging
import ServiceLifecycle
import TaskApp

/// Writes which sessions were used: every few seconds where any was, and once more when the process is to end.
struct SessionService: Service, CustomStringConvertible {
  let app: TaskApp
  let logger: Logger
  var pause: Duration = .seconds(5)

  /// What the log calls it; it would else print the whole app.
  var description: String { "SessionUpkeep" }

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        do { try await Task.sleep(for: pause) } catch { break }
        await app.writeSessionUses(logger)
      }
    }
    await app.writeSessionUses(logger)
  }
}
