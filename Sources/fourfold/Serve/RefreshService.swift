import Logging
import ServiceLifecycle
import TaskApp

/// Keeps lists from elsewhere fresh while nobody reads them. When the process is to end, no fetch is waited for.
struct RefreshService: Service, CustomStringConvertible {
  let app: TaskApp
  let logger: Logger

  /// What the log calls it; it would else print the whole app.
  var description: String { "RemoteUpkeep" }

  func run() async throws {
    await withGracefulShutdownHandler {
      await cancelWhenGracefulShutdown {
        await app.keepFresh(logger)
        // Where nothing is fetched in the background, readers' fetches still have to be ended.
        do { try await gracefulShutdown() } catch { return }
      }
    } onGracefulShutdown: {
      app.endRefreshing()
    }
  }
}
