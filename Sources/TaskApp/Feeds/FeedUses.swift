import Foundation
public import Logging
import Synchronization
import TaskStore
import Tasks

/// Buffers the last use of feeds until it is written, as ``SessionUses`` does for sessions.
final class FeedUses: Sendable {
  /// The minimum time between two records of a feed's use, in seconds.
  static let notedWithin: TimeInterval = 60

  private let noted = Mutex<[FeedID: Date]>([:])

  /// Notes that a feed is read, unless that was recorded within the last minute.
  func note(_ feed: Feed, at moment: Date) {
    if let used = feed.used, moment.timeIntervalSince(used) < Self.notedWithin { return }
    noted.withLock { noted in noted[feed.id] = max(moment, noted[feed.id] ?? moment) }
  }

  /// Removes and returns all notes.
  func take() -> [FeedID: Date] {
    noted.withLock { noted in
      defer { noted = [:] }
      return noted
    }
  }

  /// Restores notes that could not be written, unless a later use was noted in the meantime.
  func putBack(_ uses: [FeedID: Date]) {
    noted.withLock { noted in noted.merge(uses) { max($0, $1) } }
  }
}

extension TaskApp {
  /// Writes the noted uses of feeds in one transaction. Notes that cannot be written are restored for the next call.
  public func writeFeedUses(_ logger: Logger) async {
    let uses = feedUses.take()
    guard !uses.isEmpty else { return }
    do throws(StoreError) {
      try await store.noteFeedUses(uses)
    } catch {
      feedUses.putBack(uses)
      logger.info(
        "the use of calendar feeds could not be noted yet", metadata: ["feeds": "\(uses.count)", "error": "\(error)"])
    }
  }
}
