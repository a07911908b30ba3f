import Foundation
import Logging
import TaskStore

extension PeriodicService {
  static func backups(
    of store: TaskStore, by settings: BackupSettings, _ logger: Logger, clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) -> PeriodicService {
    store.expectBackups(every: settings.interval, in: settings.folder)
    let first = settings.waitForFirst(after: store.backups?.last, now: now())
    return PeriodicService(description: "backups", first: first, clock: clock) {
      await store.backUp(by: settings, logger) ? settings.interval : min(.seconds(600), settings.interval)
    }
  }
}

extension BackupSettings {
  /// The time until the first backup: until the interval after the last one is over, but not beside the first requests.
  func waitForFirst(after last: Date?, now: Date) -> Duration {
    let soon = Duration.seconds(60)
    guard let last else { return soon }
    // The last one seems to be in the future after the clock was set back.
    return max(soon, min(interval - .seconds(now.timeIntervalSince(last)), interval))
  }
}

extension TaskStore {
  /// Makes a backup. Returns whether it succeeded.
  fileprivate func backUp(by settings: BackupSettings, _ logger: Logger) async -> Bool {
    let began = ContinuousClock.now
    do throws(BackupProblem) {
      let made = try await backUp(into: settings.folder, keeping: settings.retention)
      ServerMetrics.shared.count(.backup, succeeded: true)
      logger.info(
        "made a backup",
        metadata: [
          "file": "\(URL(filePath: made.backup.path).lastPathComponent)", "bytes": "\(made.backup.bytes)",
          "seconds": "\((ContinuousClock.now - began) / .seconds(1))", "removed": "\(made.removed)",
        ])
      if !made.remaining.isEmpty {
        logger.warning(
          "old backups could not be removed", metadata: ["files": "\(made.remaining.joined(separator: " "))"])
      }
      return true
    } catch .cancelled {
      return false
    } catch {
      ServerMetrics.shared.count(.backup, succeeded: false)
      logger.error("the backup failed", metadata: ["error": "\(error)"])
      return false
    }
  }
}
