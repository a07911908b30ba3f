import Logging
import ServiceLifecycle
import TaskStore

/// Updates the search index once a second, in batches and outside of requests.
struct IndexingService: Service {
  let store: TaskStore
  let logger: Logger
  var pause: Duration = .seconds(1)

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      // Logs an error once, not every second: on a full disk the log would fill the rest.
      var told: StoreError?
      while true {
        try await Task.sleep(for: pause)
        do throws(StoreError) {
          try await store.indexWords()
          told = nil
        } catch {
          guard error != told, let level = MaintenanceService.level(of: error) else { continue }
          told = error
          logger.log(level: level, "words could not be indexed", metadata: ["error": "\(error)"])
        }
      }
    }
  }
}
