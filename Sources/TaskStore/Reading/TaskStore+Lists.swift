import Foundation
import GRDB
public import Tasks

extension TaskStore {
  /// The account's lists in its order, without those in the trash.
  public func lists(for account: AccountID) async throws(StoreError) -> [ListSummary] {
    try await read { db in
      try db.rows(ListQuery.all, [account.value], ListQuery.summary)
    }
  }

  /// One list. Throws ``StoreError/notFound``, and ``StoreError/gone(_:)`` while it is in the trash.
  public func list(_ id: ListID, for account: AccountID) async throws(StoreError) -> ListSummary {
    try await read { db in
      guard let list = try db.row(ListQuery.one, [account.value, id.value], ListQuery.summary) else {
        try db.requireReadable(id, for: account)
        throw StoreError.notFound
      }
      return list
    }
  }

  /// The last change in any of the account's lists, those in the trash included: as long as it stays, so do the overview
  /// and the trash. Nil before the first.
  public func revision(of account: AccountID) async throws(StoreError) -> ChangeID? {
    try await read { db in
      let revision = try db.row("SELECT revision FROM accounts WHERE id = ?", [account.value]) { $0[0] as Int64 }
      guard let revision else { throw StoreError.notFound }
      return revision == 0 ? nil : ChangeID(revision)
    }
  }

  /// What names all that is told of the account's lists beside each other.
  public func listsRevision(of account: AccountID) async throws(StoreError) -> ListsRevision {
    try await read { db in
      let revision = try db.row(ListQuery.revisions, [account.value]) { row in
        ListsRevision(changes: row[0], fetches: row[1])
      }
      guard let revision else { throw StoreError.notFound }
      return revision
    }
  }
}

enum ListQuery {
  static let revisions = """
    SELECT a.revision, (SELECT coalesce(sum(s.revision), 0)
      FROM memberships m CROSS JOIN sources s ON s.list = m.list WHERE m.account = a.id)
    FROM accounts a WHERE a.id = ?
    """

  private static let columns = """
    l.id, l.name, m.role, m.position, coalesce(s.open, l.open), coalesce(s.closed, l.completed), l.revision, l.version,
      l.created, (SELECT max(t.done) FROM tasks t WHERE t.list = l.id AND t.done IS NOT NULL AND t.deleted IS NULL),
      s.id, s.id IS NULL OR s.format IS NOT NULL
    """

  static let all = """
    SELECT \(columns)
    FROM memberships m CROSS JOIN lists l ON l.id = m.list LEFT JOIN sources s ON s.list = l.id
    WHERE m.account = ? AND l.deleted IS NULL ORDER BY m.position, m.list
    """

  static let one = """
    SELECT \(columns)
    FROM memberships m CROSS JOIN lists l ON l.id = m.list LEFT JOIN sources s ON s.list = l.id
    WHERE m.account = ? AND m.list = ? AND l.deleted IS NULL
    """

  @Sendable static func summary(_ row: Row) throws -> ListSummary {
    guard let role = Role(rawValue: row[2]) else { throw StoreError.internal("an unknown role") }
    return ListSummary(
      id: row.id(0), name: row[1], role: role, source: row.idIfPresent(10), isKnown: row[11], position: row[3],
      open: row[4],
      completed: row[5], lastCompleted: row.moment(9)?.date, revision: row.id(6), version: row.id(7),
      created: row.date(8))
  }
}
