import Foundation
import Synchronization
import Tasks

/// The secrets of feeds that were just made, for the page that shows their addresses. In memory only: the page after a form is another
/// request, and the database has no secrets.
///
/// A secret is there for ``Limits/undoWindow``, and for the session that made it.
final class NewFeedSecrets: Sendable {
  /// The maximum number of secrets. The oldest are forgotten first.
  static let limit = 1_000

  private struct Entry {
    let secret: FeedSecret
    let feed: FeedID
    let session: SessionID
    let at: Date
  }

  private let entries = Mutex<[Entry]>([])

  /// Remembers the secret of a feed.
  func note(_ secret: FeedSecret, of feed: FeedID, by session: SessionID, at now: Date) {
    entries.withLock { entries in
      entries.removeAll { $0.feed == feed || Self.isOver($0, now) }
      if entries.count >= Self.limit { entries.removeFirst() }
      entries.append(Entry(secret: secret, feed: feed, session: session, at: now))
    }
  }

  /// The secret of a feed; nil if it is not known, or not to this session.
  func secret(of feed: FeedID, for session: SessionID, at now: Date) -> FeedSecret? {
    entries.withLock { entries in
      entries.first { $0.feed == feed && $0.session == session && !Self.isOver($0, now) }?.secret
    }
  }

  private static func isOver(_ entry: Entry, _ now: Date) -> Bool {
    abs(now.timeIntervalSince(entry.at)) > Double(Limits.undoWindow.components.seconds)
  }
}
