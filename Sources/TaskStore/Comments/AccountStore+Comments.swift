import GRDB
package import Tasks

extension AccountStore {
  /// One page of the comments on a task, the newest first, or the nearest existing page.
  ///
  /// - Throws: ``StoreError/notFound``, and ``StoreError/gone(_:)`` while the task or its list is in the trash.
  package func comments(_ number: Int = 1, of size: Int, on task: TaskID) async throws(Problem) -> CommentPage {
    try await readShortly { db in
      guard let stored = try StoredTask.find(task, for: account, db) else { throw StoreError.notFound }
      try stored.requireThere()
      // A list that is followed again after its tasks were the account's own.
      let total = try stored.isFollowed ? 0 : db.count(CommentQuery.count, [task.value])
      return try CommentPage(nearest: number, of: size, total: total) { shown in
        try db.rows(CommentQuery.page, [account.value, task.value, shown.count, shown.lowerBound]) {
          try CommentQuery.comment($0, for: account)
        }
      }
    }
  }

  /// - Throws: ``StoreError/notFound`` also for one that was deleted, and ``StoreError/gone(_:)`` while its task or list is in the trash.
  package func comment(_ id: CommentID) async throws(Problem) -> TaskComment {
    try await readShortly { db in try db.comment(id, for: account).comment }
  }
}

extension Database {
  /// A comment on a task that the account can see, with that task. Neither is in the trash.
  func comment(_ id: CommentID, for account: AccountID) throws -> (comment: TaskComment, task: StoredTask) {
    let comment = try one(CommentQuery.byID, [account.value, id.value]) {
      try CommentQuery.comment($0, for: account)
    }
    guard let task = try StoredTask.find(comment.task, for: account, self), !task.isFollowed else {
      throw StoreError.notFound
    }
    try task.requireThere()
    return (comment, task)
  }
}

enum CommentQuery {
  private static let comments = """
    SELECT c.id, c.task, c.author, iif(a.removed IS NULL, a.shown_name, NULL), c.author_name, c.text, c.written, c.edited,
      c.version, m.role
    FROM comments c CROSS JOIN tasks t ON t.id = c.task
      CROSS JOIN memberships m ON m.account = ?1 AND m.list = t.list LEFT JOIN accounts a ON a.id = c.author
    """

  static let page = """
    \(comments) WHERE c.task = ?2 AND c.deleted IS NULL ORDER BY c.id DESC LIMIT ?3 OFFSET ?4
    """

  static let byID = "\(comments) WHERE c.id = ?2 AND c.deleted IS NULL"

  static let count = "SELECT count(*) FROM comments WHERE task = ? AND deleted IS NULL"

  static let newest = "SELECT count(*), max(id) FROM comments WHERE task = ? AND deleted IS NULL"

  /// The number and size of the comments on a task.
  static let size = "SELECT count(*), coalesce(sum(bytes), 0) FROM comments WHERE task = ? AND deleted IS NULL"

  static let insert = "INSERT INTO comments (task, author, written, version, text) VALUES (?, ?, ?, ?, ?)"

  static let insertImported = """
    INSERT INTO comments (task, author, author_name, written, edited, version, text) VALUES (?, ?, ?, ?, ?, ?, ?)
    """

  static let purge = """
    DELETE FROM comments WHERE id IN (SELECT id FROM comments WHERE deleted <= ? ORDER BY deleted LIMIT ?)
    """

  static func comment(_ row: Row, for reader: AccountID) throws -> TaskComment {
    let author: AccountID? = row.idIfPresent(2)
    let role: Role = try row.known(9)
    let isOwn = author == reader && role.may(.comment)
    return TaskComment(
      id: row.id(0), task: row.id(1), author: self.author(author, named: row[3], row[4], for: reader), text: row[5],
      written: row.date(6), edited: row.moment(7)?.date, version: row.id(8), mayEdit: isOwn,
      mayDelete: isOwn || role.may(.delete))
  }

  private static func author(
    _ account: AccountID?, named name: String?, _ imported: String?, for reader: AccountID
  ) -> CommentAuthor {
    if let account {
      return account == reader ? .reader : name.map { .other(Person(account, $0)) } ?? .removed
    }
    return imported.map { .imported($0) } ?? .removed
  }
}
