import Foundation
import Logging
import ServiceLifecycle
import StatePages
import TaskStore
import Tasks

/// Periodic maintenance: ends expired sessions every five minutes; purges old trash and old changes every
/// hour.
struct MaintenanceService: Service {
  let store: TaskStore
  let logger: Logger
  /// The render cache. Its statistics are logged every hour at level debug.
  var renderCache: RenderCache?

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      await sweep()
      while true {
        for _ in 0..<12 {
          try await Task.sleep(for: .seconds(300))
          await sweep()
        }
        // Not at startup: a wrong clock is usually corrected soon, and purged data cannot be restored.
        await purge()
        await forget()
        if let count = renderCache?.count { logger.debug("cache keys", metadata: count.metadata) }
      }
    }
  }

  private func sweep() async {
    do throws(StoreError) {
      guard try await isClockRight() else { return }
      try await store.sweep()
    } catch {
      tell(error, "sessions that are over could not be ended")
    }
  }

  /// Whether the clock is plausible, so that data may be purged by age. Logs a warning if it is not.
  private func isClockRight() async throws(StoreError) -> Bool {
    guard try await store.clockLooksRight() else {
      logger.warning("the clock does not fit what was written last: nothing is purged until it does")
      return false
    }
    return true
  }

  private func purge() async {
    let limit = Date(timeIntervalSinceNow: -Double(Limits.trashDays) * 86_400)
    do throws(StoreError) {
      guard try await isClockRight() else { return }
      let count = try await store.purge(deletedBefore: limit)
      JobMetrics.count(.purge, succeeded: true)
      if count > 0 { logger.info("emptied the trash", metadata: ["count": "\(count)"]) }
    } catch {
      JobMetrics.count(.purge, succeeded: false)
      tell(error, "the trash could not be emptied")
    }
  }

  private func forget() async {
    let limit = Date(timeIntervalSinceNow: -Double(Limits.undoDays) * 86_400)
    do throws(StoreError) {
      guard try await isClockRight() else { return }
      try await store.forgetChanges(before: limit)
    } catch {
      tell(error, "old changes could not be forgotten")
    }
  }

  private func tell(_ error: StoreError, _ what: Logger.Message) {
    guard let level = Self.level(of: error) else { return }
    logger.log(level: level, what, metadata: ["error": "\(error)"])
  }

  /// The log level of a failed maintenance step; nil if it needs no log entry, because the process is shutting down.
  static func level(of error: StoreError) -> Logger.Level? {
    switch error {
    case .cancelled, .unavailable(.closed, _): nil
    // Transient: the next run will do.
    case .unavailable(.busy, _), .unavailable(.tooManyReaders, _): .info
    case .unavailable, .notFound, .gone, .forbidden, .conflict, .repeated, .taken, .limit, .internal: .warning
    }
  }
}

extension RenderCache.Count {
  fileprivate var metadata: Logger.Metadata {
    [
      "hits": "\(hits)", "misses": "\(misses)", "evictions": "\(evictions)", "entries": "\(entries)",
      "bytes": "\(bytes)",
    ]
  }
}
