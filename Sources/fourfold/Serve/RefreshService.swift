import Logging
import ServiceLifecycle
import TaskApp

/// Refreshes remote lists in the background. At shutdown all fetches are cancelled.
struct RefreshService: Service, CustomStringConvertible {
  let app: TaskApp
  let logger: Logger

  /// The name for the log. The default description would print the whole app.
  var description: String { "RefreshService" }

  func run() async throws {
    await withGracefulShutdownHandler {
      await cancelWhenGracefulShutdown {
        await app.keepFresh(logger)
        // Without background refreshes, wait for shutdown to cancel the fetches of readers.
        do { try await gracefulShutdown() } catch { return }
      }
    } onGracefulShutdown: {
      app.endRefreshing()
    }
  }
}
