package import Foundation
import GRDB
package import Tasks

extension AccountStore {
  /// Makes a page by link.
  ///
  /// - Parameters:
  ///   - name: what it is for.
  ///   - days: how long it is there, one of ``Limits/pageDays``.
  ///   - digest: the SHA-256 digest of its secret, 32 bytes.
  ///   - submission: the idempotency key of the form.
  /// - Throws: ``StoreError/repeated(_:)``, ``StoreError/forbidden(_:)`` and ``StoreError/limit(_:)``.
  @discardableResult package func makePage(
    of list: ListID, named name: ListName, takesTicks: Bool, days: Int, digest: Data, submission: SubmissionID
  ) async throws(Problem) -> Written {
    try await write { write in
      let stored = try write.sharedList(list)
      if let earlier = try write.earlierEffect(of: submission) { throw StoreError.repeated(earlier.change) }
      // A followed list is changed by its source alone.
      if takesTicks { _ = try write.ownList(list) }
      let count = try write.db.count(SharedPageQuery.count, [list.value, write.now.value])
      if count >= Limits.pagesPerList { throw StoreError.limit(.pages(Limits.pagesPerList)) }
      try write.requireQuota(for: Usage(bytes: name.text.utf8.count), in: list)
      let change = try write.record(
        ChangeEntry(kind: .pageMade, list: list, name: stored.name, submission: submission))
      try write.run(
        SharedPageQuery.insert,
        [
          list.value, name.text, account.value, takesTicks, digest, write.now.value, write.now.days(days).value,
        ])
      let patch = Patch(
        .pages, [write.db.lastInsertedRowID], was: [.ended: .timeOfUndo], now: [.ended: .null])
      try write.setInverse([patch], of: change)
      return Written(change: change, list: list)
    }
  }

  /// Ends a page by link at once. An undo makes it show the list again, until its end.
  @discardableResult package func end(_ id: SharedPageID) async throws(Problem) -> Written {
    try await write { write in
      let list = try write.listOfPage(id)
      let patch = Patch(.pages, [id.value], was: [.ended: .null], now: [.ended: .integer(write.now.value)])
      return try write.change(ChangeEntry(kind: .pageEnded, list: list.id, name: list.name), [patch])
    }
  }

  /// Undoes the last ticks that were made on a page by link, up to ``Limits/undoneTicks``, as one batch. Tasks that were changed since are left.
  package func undoTicks(of id: SharedPageID) async throws(Problem) -> Undone {
    try await write { write in
      let list = try write.listOfPage(id)
      let ticks = try write.db.rows(SharedPageQuery.ticks, [id.value, Limits.undoneTicks]) { $0.id(0) as ChangeID }
      guard let first = ticks.min() else { return Undone(change: nil, target: .sharing(list.id)) }
      try write.run(
        "UPDATE changes SET batch = ? WHERE id IN (SELECT value FROM json_each(?))", [first.value, ticks.json])
      return Undone(change: try write.undo(batch: first), target: .sharing(list.id))
    }
  }
}

extension Write {
  /// The list of a page by link that was not ended, if the account may share it.
  fileprivate func listOfPage(_ id: SharedPageID) throws -> WritableList {
    let list = try db.one("SELECT list FROM shared_pages WHERE id = ? AND ended IS NULL", [id.value]) {
      $0.id(0) as ListID
    }
    return try sharedList(list)
  }
}

/// A page by link that was found by its secret, with the account for which its ticks are made.
package struct FoundPage: Hashable, Sendable {
  package let page: SharedPage
  package let account: Account
}

extension TaskStore {
  /// The page by link with a secret; nil if there is none, it was ended or is over, its list is in the trash, or who has made it may not share
  /// the list any more.
  package func sharedPage(digest: Data) async throws(StoreError) -> FoundPage? {
    let now = Milliseconds(now())
    return try await readShortly { db in
      let found = try db.row(SharedPageQuery.byDigest, [digest, now.value, 0]) { row in
        (page: try SharedPageQuery.page(row), account: row.id(8) as AccountID)
      }
      return try found.map { FoundPage(page: $0.page, account: try db.account($0.account)) }
    }
  }
}

enum SharedPageQuery {
  /// Whether a change on a page by link is a tick that an undo would take back.
  private static let isTick = """
    c.kind IN ('task-completed', 'task-reopened') AND c.undone IS NULL AND c.inverse IS NOT NULL AND c.batch IS NULL
    """

  private static func columns(most: String) -> String {
    """
    p.id, p.list, l.name, p.name, p.ticks, p.made, p.until,
      (SELECT count(*) FROM (SELECT 1 FROM changes c WHERE c.shared_page = p.id AND \(isTick) LIMIT \(most))), p.giver
    """
  }

  /// The pages `p` that show a list, of owners who may sign in.
  private static let open = """
    FROM shared_pages p CROSS JOIN lists l ON l.id = p.list CROSS JOIN accounts g ON g.id = p.giver
    WHERE p.ended IS NULL AND l.deleted IS NULL AND g.removed IS NULL AND g.disabled IS NULL
      AND EXISTS (SELECT 1 FROM memberships m WHERE m.account = p.giver AND m.list = p.list AND \(ListPermission.share.isGranted))
    """

  /// Whether the account `?1` may share its list.
  private static let isShared = """
    EXISTS (SELECT 1 FROM memberships m WHERE m.account = ?1 AND m.list = p.list AND \(ListPermission.share.isGranted))
    """

  static let ofList = """
    SELECT \(columns(most: "?4")) \(open) AND p.list = ?2 AND p.until > ?3 AND \(isShared) ORDER BY p.id DESC
    """

  static let byDigest = "SELECT \(columns(most: "?3")) \(open) AND p.digest = ?1 AND p.until > ?2"

  static let count = "SELECT count(*) FROM shared_pages WHERE list = ? AND ended IS NULL AND until > ?"

  static let ticks = """
    SELECT c.id FROM changes c WHERE c.shared_page = ? AND \(isTick) ORDER BY c.id DESC LIMIT ?
    """

  static let insert = """
    INSERT INTO shared_pages (list, name, giver, ticks, digest, made, until) VALUES (?, ?, ?, ?, ?, ?, ?)
    """

  static let purge = "DELETE FROM shared_pages WHERE ended <= ?1 OR until <= ?1"

  @Sendable static func page(_ row: Row) throws -> SharedPage {
    SharedPage(
      id: row.id(0), list: row.id(1), listName: row[2], name: row[3], takesTicks: row[4], made: row.date(5),
      until: row.date(6), ticks: row[7])
  }
}
