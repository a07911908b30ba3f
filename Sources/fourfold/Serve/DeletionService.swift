import Logging
import ServiceLifecycle
import TaskStore

/// Deletes what was removed for good, step by step: accounts, lists, and what was in trashes that are emptied. At first it counts
/// what was stored before usage was counted.
struct DeletionService: Service {
  let store: TaskStore
  let logger: Logger
  var pause: Duration = .seconds(1)
  var clock: any Clock<Duration> = ContinuousClock()

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      // Logged once, and not every second.
      var logged: StoreError?
      var isCounted = false
      while true {
        do throws(StoreError) {
          if !isCounted { try await store.countUsage() }
          isCounted = true
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
