import Logging
import ServiceLifecycle
import TaskStore

/// Tells the index of words what was written, once a second where anything was: behind the answers, and many tasks at once.
struct IndexingService: Service {
  let store: TaskStore
  let logger: Logger
  var pause: Duration = .seconds(1)

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      // Told once, and not every second: on a full disk the log would fill what is left.
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
