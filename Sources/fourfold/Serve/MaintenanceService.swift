import Foundation
import Logging
import ServiceLifecycle
import StatePages
import TaskStore
import Tasks

/// What is done behind the app's back: every five minutes
/// sessions whose time is over are ended, and memory that is free goes back; every hour the trash is emptied of what has lain in
/// it for its days.
struct MaintenanceService: Service {
  let store: TaskStore
  let logger: Logger
  /// What was rendered already: what it is good for is told every hour to whoever has the log tell so much.
  var renderCache: RenderCache?

  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      await sweep()
      while true {
        for _ in 0..<12 {
          try await Task.sleep(for: .seconds(300))
          await sweep()
          Heap.giveBack()
        }
        // Not at the start: a machine's clock that is wrong then is mostly put right soon, and what is purged is gone for good.
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

  /// Whether anything may be purged for its age; told where it may not.
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
      if count > 0 { logger.info("emptied the trash", metadata: ["count": "\(count)"]) }
    } catch {
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

  /// How much it matters that something was not done; nil where it does not matter at all, for the process is about to end.
  static func level(of error: StoreError) -> Logger.Level? {
    switch error {
    case .cancelled, .unavailable(.closed, _): nil
    // The next time will do.
    case .unavailable(.busy, _), .unavailable(.tooManyReaders, _): .info
    case .unavailable, .notFound, .gone, .forbidden, .conflict, .repeated, .taken, .limit, .internal: .warning
    }
  }
}

extension RenderCache.Count {
  fileprivate var metadata: Logger.Metadata {
    [
      "hits": "\(hits)", "misses": "\(misses)", "drops": "\(drops)", "things": "\(things)", "bytes": "\(bytes)",
    ]
  }
}
