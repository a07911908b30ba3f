import Logging
import ServiceLifecycle
import TaskStore

/// Deletes removed data in small steps: accounts, lists and emptied trashes.
struct DeletionService: Service {
  let store: TaskStore
  let logger: Logger
  var pause: Duration = .seconds(1)
  var clock: any Clock<Duration> = ContinuousClock()

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      // Logs an error once, not at every retry.
      var logged: StoreError?
      while true {
        do throws(StoreError) {
          try await store.deleteRemoved()
          logged = nil
        } catch {
          if error != logged, let level = MaintenanceService.level(of: error) {
            logged = error
            logger.log(level: level, "what was removed could not be deleted", metadata: ["error": "\(error)"])
          }
        }
        try await clock.sleep(for: pause)
      }
    }
  }
}
