import Foundation
import Synchronization
import Tasks

/// The secrets that were just made, for the page that shows them: addresses of calendar feeds, or app passwords. In memory only: the page
/// after a form is another request, and the database has no secrets.
///
/// A secret is there for ``Limits/undoWindow``, and for the session that made it.
final class NewSecrets<ID: Hashable & Sendable, Secret: Sendable>: Sendable {
  private struct Entry {
    let secret: Secret
    let id: ID
    let session: SessionID
    let at: Date
  }

  /// The maximum number of secrets. The oldest are forgotten first.
  private let limit = 1_000
  private let entries = Mutex<[Entry]>([])

  /// Remembers the secret of an id.
  func note(_ secret: Secret, of id: ID, by session: SessionID, at now: Date) {
    entries.withLock { entries in
      entries.removeAll { $0.id == id || Self.isOver($0, now) }
      if entries.count >= limit { entries.removeFirst() }
      entries.append(Entry(secret: secret, id: id, session: session, at: now))
    }
  }

  /// The secret of an id; nil if it is not known, or not to this session.
  func secret(of id: ID, for session: SessionID, at now: Date) -> Secret? {
    entries.withLock { entries in
      entries.first { $0.id == id && $0.session == session && !Self.isOver($0, now) }?.secret
    }
  }

  private static func isOver(_ entry: Entry, _ now: Date) -> Bool {
    abs(now.timeIntervalSince(entry.at)) > Double(Limits.undoWindow.components.seconds)
  }
}
