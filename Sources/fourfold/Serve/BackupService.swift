import Foundation
import Logging
import ServiceLifecycle
import TaskStore

/// Makes backups by a schedule, beginning soon after the start if one is due.
struct BackupService: Service {
  let store: TaskStore
  let settings: BackupSettings
  let logger: Logger
  /// The delay of the first backup, so that it does not compete with the first requests.
  var delay: Duration = .seconds(60)
  /// The time between a failed backup and the next attempt.
  var retry: Duration = .seconds(600)
  var clock: any Clock<Duration> = ContinuousClock()
  var now: @Sendable () -> Date = { Date() }

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      store.expectBackups(every: settings.interval, in: settings.folder)
      var wait = waitForFirst(after: store.backups?.last)
      while true {
        try await clock.sleep(for: wait)
        wait = await backUp() ? settings.interval : min(retry, settings.interval)
      }
    }
  }

  /// The time until the first backup: until the interval after the last one is over.
  func waitForFirst(after last: Date?) -> Duration {
    guard let last else { return delay }
    let rest = settings.interval - .seconds(now().timeIntervalSince(last))
    // The last one seems to be in the future after the clock was set back.
    return max(delay, min(rest, settings.interval))
  }

  /// Makes a backup. Returns whether it succeeded.
  private func backUp() async -> Bool {
    let began = ContinuousClock.now
    do throws(BackupProblem) {
      let made = try await store.backUp(into: settings.folder, keeping: settings.retention)
      JobMetrics.count(.backup, succeeded: true)
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
      JobMetrics.count(.backup, succeeded: false)
      logger.error("the backup failed", metadata: ["error": "\(error)"])
      return false
    }
  }
}
