import Foundation
import Logging
import ServiceLifecycle
import StatePages
import Synchronization
import TaskApp
import TaskStore
import Tasks

/// Repeats a job until the server shuts down.
struct PeriodicService: Service, CustomStringConvertible {
  /// The name for the log.
  let description: String
  /// The time before the first run.
  var first = Duration.zero
  var clock: any Clock<Duration> = ContinuousClock()
  var isRunAtShutdown = false
  /// Runs the job. Returns the time before the next run.
  let job: @Sendable () async -> Duration

  func run() async throws {
    await cancelWhenGracefulShutdown {
      var pause = first
      while !Task.isCancelled {
        if pause > .zero {
          do { try await clock.sleep(for: pause) } catch { return }
        }
        pause = await job()
      }
    }
    if isRunAtShutdown { _ = await job() }
  }
}

extension PeriodicService {
  /// Writes the uses of sessions, calendar feeds and app passwords, and deletes expired uploads, every few seconds and at shutdown.
  static func uses(of app: TaskApp, _ logger: Logger) -> PeriodicService {
    PeriodicService(description: "uses", first: .seconds(5), isRunAtShutdown: true) {
      app.deleteExpiredUploads()
      await app.writeUses(logger)
      return .seconds(5)
    }
  }

  /// Deletes removed data in small steps: accounts, lists and emptied trashes.
  static func deletion(
    in store: TaskStore, _ logger: Logger, clock: any Clock<Duration> = ContinuousClock()
  ) -> PeriodicService {
    // An error is logged once, not at every retry.
    let last = Mutex<StoreError?>(nil)
    return PeriodicService(description: "deletion", clock: clock) {
      let error = await failure { () async throws(StoreError) in try await store.deleteRemoved() }
      let isNew = last.withLock { last in
        defer { last = error }
        return error != last
      }
      if isNew { error?.log("what was removed could not be deleted", logger) }
      return .seconds(1)
    }
  }

  /// Ends expired sessions, every five minutes.
  static func sweep(of store: TaskStore, _ logger: Logger) -> PeriodicService {
    PeriodicService(description: "sweep") {
      let error = await failure { () async throws(StoreError) in
        if try await isClockRight(store, logger) { try await store.sweep() }
      }
      error?.log("sessions that are over could not be ended", logger)
      return .seconds(300)
    }
  }

  /// Purges old trash and forgets old changes, every hour. Not at startup: a wrong clock is usually corrected soon, and purged data
  /// cannot be restored.
  static func purge(of store: TaskStore, _ renderCache: RenderCache, _ logger: Logger) -> PeriodicService {
    PeriodicService(description: "purge", first: .seconds(3_600)) {
      func limit(_ days: Int) -> Date { Date(timeIntervalSinceNow: -Double(days) * 86_400) }
      let error = await failure { () async throws(StoreError) in
        guard try await isClockRight(store, logger) else { return }
        let count = try await store.purge(deletedBefore: limit(Limits.trashDays))
        ServerMetrics.shared.count(.purge, succeeded: true)
        if count > 0 { logger.info("emptied the trash", metadata: ["count": "\(count)"]) }
        try await store.forgetChanges(before: limit(Limits.undoDays))
      }
      if error != nil { ServerMetrics.shared.count(.purge, succeeded: false) }
      error?.log("the trash could not be emptied, or old changes not be forgotten", logger)
      logger.debug("kept pages", metadata: renderCache.count.metadata)
      return .seconds(3_600)
    }
  }

  /// Checks the database soon after the start, though not beside the first requests, and then once a day.
  static func check(
    of store: TaskStore, _ logger: Logger, after first: Duration = .seconds(10), hour: Int = 3,
    zone: TimeZone = .current
  ) -> PeriodicService {
    PeriodicService(description: "check", first: first) {
      let error = await failure { () async throws(StoreError) in
        let findings = try await store.quickCheck()
        for finding in findings { finding.log(logger) }
        ServerMetrics.shared.count(.check, succeeded: findings.isEmpty)
      }
      if error != nil { ServerMetrics.shared.count(.check, succeeded: false) }
      error?.log("the database could not be checked", logger)
      return untilNext(hour, in: zone)
    }
  }

  static func untilNext(_ hour: Int, in zone: TimeZone, now: Date = Date()) -> Duration {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let next = calendar.nextDate(after: now, matching: DateComponents(hour: hour, minute: 0), matchingPolicy: .nextTime)
    return .seconds(next?.timeIntervalSince(now) ?? 86_400)
  }

  private static func failure(_ work: () async throws(StoreError) -> Void) async -> StoreError? {
    do throws(StoreError) { try await work() } catch { return error }
    return nil
  }

  /// Whether the clock is plausible, so that data may be purged by age. Logs a warning if it is not.
  private static func isClockRight(_ store: TaskStore, _ logger: Logger) async throws(StoreError) -> Bool {
    guard try await store.clockLooksRight() else {
      logger.warning("the clock does not fit what was written last: nothing is purged until it does")
      return false
    }
    return true
  }
}

extension StoreError {
  fileprivate func log(_ what: Logger.Message, _ logger: Logger) {
    if let level { logger.log(level: level, what, metadata: ["error": "\(self)"]) }
  }

  /// The level at which a failed job is logged; nil if it is not, because the process is shutting down.
  var level: Logger.Level? {
    switch self {
    case .cancelled, .unavailable(.closed, _): nil
    // Transient: the next run will do.
    case .unavailable(.busy, _), .unavailable(.tooManyReaders, _): .info
    case .unavailable, .notFound, .gone, .forbidden, .conflict, .repeated, .taken, .limit, .internal: .warning
    }
  }
}

extension IntegrityProblem {
  fileprivate func log(_ logger: Logger) {
    var metadata: Logger.Metadata = ["finding": "\(text)"]
    metadata["code"] = code.map { "\($0)" }
    switch kind {
    case .damage: logger.critical("the database is damaged: restore a backup", metadata: metadata)
    case .contradiction: logger.error("the database contradicts itself", metadata: metadata)
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

/// Refreshes remote lists in the background. At shutdown all fetches are cancelled.
struct RefreshService: Service, CustomStringConvertible {
  let app: TaskApp
  let logger: Logger

  /// The name for the log. The default description would print the whole app.
  var description: String { "RefreshService" }

  func run() async throws {
    await withGracefulShutdownHandler {
      await cancelWhenGracefulShutdown {
        await app.keepFresh(logger)
        // Without background refreshes, wait for shutdown to cancel the fetches of readers.
        do { try await gracefulShutdown() } catch { return }
      }
    } onGracefulShutdown: {
      app.endRefreshing()
    }
  }
}

/// Sends what reminds accounts, and tells their programs of changes. At shutdown, what is being sent is cancelled, and what was sent is written down.
struct ReminderService: Service, CustomStringConvertible {
  let app: TaskApp
  let logger: Logger

  /// The name for the log. The default description would print the whole app.
  var description: String { "ReminderService" }

  func run() async throws {
    await cancelWhenGracefulShutdown {
      async let reminding: Void = app.keepReminding(logger)
      async let pushing: Void = app.keepPushing(logger)
      _ = await (reminding, pushing)
      // A service that returns ends the others.
      do { try await gracefulShutdown() } catch { return }
    }
  }
}
