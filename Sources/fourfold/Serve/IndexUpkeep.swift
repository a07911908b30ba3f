import Logging
import ServiceLifecycle
import TaskStore

/// Tells the index of words what was written, once a second where anything was: behind the answers, and many tasks at once.
struct IndexUpkeep: Service {
  let store: TaskStore
  let logger: Logger

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while true {
        try await Task.sleep(for: .seconds(1))
        do throws(StoreError) {
          try await store.indexWords()
        } catch {
          guard let level = Upkeep.level(of: error) else { continue }
          logger.log(level: level, "words could not be indexed", metadata: ["error": "\(error)"])
        }
      }
    }
  }
}
