package import Foundation
import GRDB
package import Tasks

/// A calendar feed that was found by its secret.
package struct FoundFeed: Hashable, Sendable {
  package let feed: Feed
  package let account: Account
  /// The revision of what it shows: while it is unchanged, so are the tasks.
  package let revision: String
}

extension AccountStore {
  /// Makes a feed.
  ///
  /// - Parameters:
  ///   - subject: what it shows.
  ///   - digest: the SHA-256 digest of its secret, 32 bytes.
  ///   - submission: the idempotency key of the form. A repeated form makes no other feed.
  /// - Returns: the id, and whether it is new, with this secret.
  /// - Throws: ``StoreError/notFound`` and ``StoreError/gone(_:)`` for its list, and ``StoreError/limit(_:)``.
  package func addFeed(
    of subject: Feed.Subject, digest: Data, submission: SubmissionID
  ) async throws(Problem) -> (id: FeedID, isNew: Bool) {
    try await write { db, now in
      let id = try db.account(account).id
      let list: ListID?
      switch subject {
      case .today: list = nil
      case .list(let id):
        try db.requireReadable(id, for: account)
        // A followed list has no tasks of its own.
        if try db.exists(FeedQuery.isFollowed, [id.value]) { throw StoreError.notFound }
        list = id
      }
      if let known = try db.submitted(SecretTable.feeds, by: account, submission) { return (FeedID(known), false) }
      try db.makeRoom(in: .feeds, of: id, now)
      try db.run(FeedQuery.insert, [id.value, list?.value, digest, now.value, submission.high64, submission.low64])
      return (FeedID(db.lastInsertedRowID), true)
    }
  }

  /// The account's feeds in the order in which they were made, those that were just ended included.
  /// - Parameter list: the list of the feeds; nil for all feeds.
  package func feeds(of list: ListID? = nil) async throws(Problem) -> [Feed] {
    let oldest = now - Limits.undoWindow
    return try await readShortly { db in
      try db.rows(FeedQuery.ofAccount, [account.value, list?.value, oldest.value], FeedQuery.feed)
    }
  }
}

extension TaskStore {
  package func noteFeedUses(_ uses: [FeedID: Date]) async throws(StoreError) {
    try await write { db, _ in
      for (feed, moment) in uses { try db.run(FeedQuery.use, [Milliseconds(moment).value, feed.value]) }
    }
  }

  /// The feed with a secret; nil if there is none, its account was removed or disabled, or its list is
  /// not there.
  package func feed(digest: Data) async throws(StoreError) -> FoundFeed? {
    try await readShortly { db in
      guard
        let found = try db.row(
          FeedQuery.found, [digest],
          { row in
            (
              feed: try FeedQuery.feed(row), account: row.id(7) as AccountID, revision: row[8] as Int64?,
              isFilter: row[9] as Bool
            )
          }), !found.feed.isListDeleted
      else { return nil }
      let account = try db.account(found.account)
      if let revision = found.revision, !found.isFilter {
        return FoundFeed(feed: found.feed, account: account, revision: "\(revision)")
      }
      return FoundFeed(
        feed: found.feed, account: account, revision: try db.one(FeedQuery.revisions, [account.id.value]) { $0[0] })
    }
  }
}

enum FeedQuery {
  /// The last change in any of an account's lists, and the sum of the revisions of their sources.
  static let revisions = """
    SELECT a.revision || ' ' || (SELECT coalesce(sum(f.revision), 0)
      FROM memberships n CROSS JOIN sources f ON f.list = n.list WHERE n.account = a.id)
    FROM accounts a WHERE a.id = ?
    """

  private static let columns = "f.id, f.list, l.name, l.deleted, f.made, f.used, f.ended"

  /// A list that the account can't see any more counts as deleted.
  private static let joined = """
    FROM feeds f LEFT JOIN memberships m ON m.account = f.account AND m.list = f.list LEFT JOIN lists l ON l.id = m.list
    """

  static let ofAccount = """
    SELECT \(columns) \(joined) WHERE f.account = ?1 AND (?2 IS NULL OR f.list = ?2) AND (f.ended IS NULL OR f.ended >= ?3)
    ORDER BY f.id
    """

  static let found = """
    SELECT \(columns), f.account, l.revision, EXISTS (SELECT 1 FROM filters WHERE list = f.list) \(joined)
    CROSS JOIN accounts a ON a.id = f.account
    WHERE f.digest = ? AND f.ended IS NULL AND a.removed IS NULL AND a.disabled IS NULL
    """

  static let isFollowed = "SELECT 1 FROM sources WHERE list = ?"
  static let insert = """
    INSERT INTO feeds (account, list, digest, made, submission_high, submission_low) VALUES (?, ?, ?, ?, ?, ?)
    """
  static let use =
    "UPDATE feeds SET used = ?1 WHERE id = ?2 AND ended IS NULL AND ?1 >= made AND (used IS NULL OR used < ?1)"

  @Sendable static func feed(_ row: Row) throws -> Feed {
    let list = row.idIfPresent(1) as ListID?
    let name = row[2] as String?
    return Feed(
      id: row.id(0), subject: list.map(Feed.Subject.list) ?? .today, listName: name,
      isListDeleted: list != nil && (name == nil || row.moment(3) != nil), made: row.date(4),
      used: row.moment(5)?.date, ended: row.moment(6)?.date)
  }
}
