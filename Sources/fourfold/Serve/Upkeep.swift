import Foundation
import Logging
import ServiceLifecycle
import TaskStore
import Tasks

/// What is done behind the app's back: the file is checked once after the start, sessions whose time is over are ended every five
/// minutes, and the trash is emptied of what has lain in it for its days, every hour.
struct Upkeep: Service {
  let store: TaskStore
  let logger: Logger

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      await sweep()
      await check()
      while true {
        await purge()
        for _ in 0..<12 {
          try await Task.sleep(for: .seconds(300))
          await sweep()
        }
      }
    }
  }

  private func sweep() async {
    do {
      try await store.sweep()
    } catch {
      logger.warning("sessions that are over could not be ended", metadata: ["error": "\(error)"])
    }
  }

  private func check() async {
    let findings = await store.quickCheck()
    for finding in findings { logger.critical("the database is damaged", metadata: ["finding": "\(finding)"]) }
  }

  private func purge() async {
    let limit = Date(timeIntervalSinceNow: -Double(Limits.trashDays) * 86_400)
    do {
      let count = try await store.purge(deletedBefore: limit)
      if count > 0 { logger.info("emptied the trash", metadata: ["count": "\(count)"]) }
    } catch {
      logger.warning("the trash could not be emptied", metadata: ["error": "\(error)"])
    }
  }
}
