import Foundation
public import Logging
import Synchronization
import TaskStore
import Tasks

/// Buffers the last uses of sessions, calendar feeds or app passwords until they are written.
///
/// Requests must not wait for the database writer. They note a use in memory, and a service writes all notes in one transaction every few
/// seconds (``TaskApp/writeUses(_:)``). A crash loses the last few seconds, which is well within the precision of a use.
///
/// Holds at most one entry per id.
final class UseBuffer<ID: Hashable & Sendable, Use: Comparable & Sendable>: Sendable {
  private let noted = Mutex<[ID: Use]>([:])

  /// Notes a use.
  func note(_ id: ID, _ use: Use) {
    noted.withLock { noted in noted[id] = max(use, noted[id] ?? use) }
  }

  /// Removes and returns all notes.
  func take() -> [ID: Use] {
    noted.withLock { noted in
      defer { noted = [:] }
      return noted
    }
  }

  /// Restores notes that could not be written, unless a later use was noted in the meantime.
  func putBack(_ uses: [ID: Use]) {
    noted.withLock { noted in noted.merge(uses) { max($0, $1) } }
  }

  /// Writes the notes. Those that cannot be written are restored for the next call.
  fileprivate func write(
    _ name: String, _ logger: Logger, _ store: ([ID: Use]) async throws(StoreError) -> Void
  ) async {
    let uses = take()
    guard !uses.isEmpty else { return }
    do throws(StoreError) {
      try await store(uses)
    } catch {
      putBack(uses)
      logger.info(
        "the use of \(name) could not be noted yet", metadata: ["count": "\(uses.count)", "error": "\(error)"])
    }
  }
}

/// The time between two records of the use of a feed or an app password, in seconds.
private let notedWithin: TimeInterval = 60

extension UseBuffer where ID == FeedID, Use == Date {
  /// Notes that a feed is read, unless that was recorded within the last minute.
  func note(_ feed: Feed, at now: Date) {
    if let used = feed.used, now.timeIntervalSince(used) < notedWithin { return }
    note(feed.id, now)
  }
}

extension UseBuffer where ID == AppPasswordID, Use == AppPassword.Use {
  /// Notes that an app password is used, unless that was recorded within the last minute.
  func note(_ password: AppPassword, from origin: AccountEvent.Origin, at now: Date) {
    if let used = password.used, now.timeIntervalSince(used.at) < notedWithin { return }
    note(password.id, AppPassword.Use(at: now, from: origin))
  }
}

extension TaskApp {
  /// Writes the noted uses, outside of any request.
  public func writeUses(_ logger: Logger) async {
    let store = store
    await sessionUses.write("sessions", logger) { uses throws(StoreError) in try await store.touch(uses) }
    await feedUses.write("calendar feeds", logger) { uses throws(StoreError) in try await store.noteFeedUses(uses) }
    await appPasswordUses.write("app passwords", logger) { uses throws(StoreError) in
      try await store.noteAppPasswordUses(uses)
    }
  }
}
