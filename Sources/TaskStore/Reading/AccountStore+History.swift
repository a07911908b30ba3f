import Foundation
import GRDB
package import Tasks

extension AccountStore {
  /// The changes of a list, the newest first, with the fields that they changed. A change is marked undoable only if an undo would
  /// have an effect now.
  ///
  /// - Parameters:
  ///   - task: returns only changes that are about this task alone, also those in lists where it was before.
  ///   - before: returns only changes before this one, for the next page.
  package func history(
    of list: ListID, task: TaskID? = nil, limit: Int, before: ChangeID? = nil
  ) async throws(Problem) -> [Change] {
    let (now, quotas) = (now, store.quotas)
    return try await read { db in
      let arguments: StatementArguments = [account.value, list.value, before?.value ?? .max, limit]
      var changes =
        if let task {
          try db.rows(ChangeQuery.historyOfTask, arguments + [task.value], ChangeQuery.change)
        } else {
          try db.rows(ChangeQuery.history, arguments, ChangeQuery.change)
        }
      if changes.isEmpty { try db.requireReadable(list, for: account) }
      let write = Write(db: db, account: account, now: now, quotas: quotas)
      for index in changes.indices where changes[index].undoable {
        changes[index].undoable = try Undo.isOfUse(changes[index], write)
      }
      try db.describe(&changes, for: account)
      return changes
    }
  }

  /// The last deletion with one of the account's app passwords, if it is of a list or of several tasks; nil otherwise, or if it was
  /// undone. Of a batch it is the first change.
  package func lastDeletionByApp() async throws(Problem) -> ChangeID? {
    try await readShortly { db in
      try db.row(ChangeQuery.lastDeletionByApp, [account.value]) { row in row.idIfPresent(0) as ChangeID? } ?? nil
    }
  }

  /// One change, with the fields that it changed. Its list may be in the trash.
  package func change(_ id: ChangeID) async throws(Problem) -> Change {
    let recent = now - Limits.undoWindow
    return try await readShortly { db in
      guard var change = try db.row(ChangeQuery.byID, [account.value, id.value, recent.value], ChangeQuery.single)
      else {
        throw StoreError.notFound
      }
      guard change.isReadable else { throw StoreError.notFound }
      var byteBudget = Database.readInverses
      change.fields = try db.fieldChanges(of: change, byteBudget: &byteBudget) ?? []
      if let undone = change.undoes {
        change.undoneKind = try db.row(ChangeQuery.kind, [undone.value]) { ChangeKind(rawValue: $0[0]) } ?? nil
        change.leavesNext = try db.exists(WithdrawalQuery.leavesNext, [id.value])
        change.leavesSome = try change.task == nil && db.exists(ChangeQuery.leftTasks, [undone.value, id.value])
      }
      return change
    }
  }
}

extension Database {
  /// Adds what a page of the history tells beside the changes themselves.
  fileprivate func describe(_ changes: inout [Change], for account: AccountID) throws {
    let existing = try existing(Set(changes.compactMap(\.task)), for: account)
    var byteBudget = Self.readInverses
    for index in changes.indices {
      changes[index].isTaskThere = changes[index].task.map(existing.contains) ?? false
      if let fields = try fieldChanges(of: changes[index], byteBudget: &byteBudget) {
        changes[index].fields = fields
      } else {
        (changes[index].isReadable, changes[index].undoable) = (false, false)
      }
      if changes[index].other != nil, changes[index].undoes == nil {
        let name = try row(ChangeQuery.listName, [account.value, changes[index].list.value]) { $0[0] as String }
        if let name { changes[index].fields.append(.movedFrom(name)) }
      }
    }
  }

  /// How many characters of inverses a page of the history decodes.
  fileprivate static let readInverses = 1 << 18
}

enum ChangeQuery {
  private static let columns = """
    c.id, c.list, c.other, c.task, c.kind, c.name, c.count, \(otherName), c.at, c.undone, c.inverse IS NOT NULL,
      c.undoes, \(PersonQuery.stored), (SELECT count(*) FROM changes b WHERE b.batch = c.batch),
      (SELECT sum(b.count) FROM changes b WHERE b.batch = c.batch),
      EXISTS (SELECT 1 FROM filters f WHERE f.list = c.list),
      (SELECT min(\(doneKind)) < max(\(doneKind)) FROM changes b WHERE b.batch = c.batch),
      iif(c.shared_page IS NULL, c.app, '↗ ' || c.app),
      (SELECT g.shown_name FROM accounts g WHERE g.id = c.member AND g.removed IS NULL), c.medium
    """

  /// The name of the other list, if the account `?1` is a member of it: a list of another account is not named to those of the first one.
  private static let otherName = """
    iif(c.other IS NULL OR EXISTS (SELECT 1 FROM memberships o WHERE o.account = ?1 AND o.list = c.other), c.other_name, NULL)
    """

  /// Whether the account `?1` has made the change of its own membership, since the moment `?3`: it can undo that though it is no member now.
  static let isOfReader = "(c.member = ?1 AND c.account = ?1 AND c.at >= ?3)"

  /// Whether the change is shown to the account `?1`: how others place a list among theirs is not.
  private static let isTold = "(c.kind <> 'list-moved' OR c.account = ?1)"

  /// The kind of a change of a batch; of an undo, that of what it undoes, and of a redo, that of what it does once more. `UNION` ends it
  /// whatever the rows hold.
  private static let doneKind = """
    coalesce((
      WITH RECURSIVE done (kind, undoes) AS (
        SELECT b.kind, b.undoes UNION SELECT u.kind, u.undoes FROM done CROSS JOIN changes u ON u.id = done.undoes)
      SELECT kind FROM done WHERE undoes IS NULL), b.kind)
    """

  // Two halves, each ordered by its own index and merged by SQLite. An OR would sort the whole history of the list.
  static let history = """
    \(half(of: "list"))
    UNION ALL
    \(half(of: "other"))
    ORDER BY 1 DESC LIMIT ?4
    """

  /// The task may have been in other lists before: of those that the account can read.
  static let historyOfTask = """
    SELECT \(columns) FROM changes c LEFT JOIN accounts a ON a.id = c.account AND a.removed IS NULL
    WHERE \(ListQuery.isReadable) AND c.task = ?5 AND c.id < ?3
      AND EXISTS (SELECT 1 FROM memberships m CROSS JOIN lists l ON l.id = m.list
        WHERE m.account = ?1 AND m.list IN (c.list, c.other) AND l.deleted IS NULL)
    ORDER BY c.id DESC LIMIT ?4
    """

  private static func half(of column: String) -> String {
    """
    SELECT \(columns) FROM changes c LEFT JOIN accounts a ON a.id = c.account AND a.removed IS NULL
    WHERE \(ListQuery.isReadable) AND c.\(column) = ?2 AND c.id < ?3 AND \(isTold)
    """
  }

  static let byID = """
    SELECT \(columns), \(StoredQuickAdd.selection)
    FROM changes c LEFT JOIN accounts a ON a.id = c.account AND a.removed IS NULL
    WHERE c.id = ?2 AND (\(isOfReader)
      OR EXISTS (SELECT 1 FROM memberships m WHERE m.account = ?1 AND (m.list = c.list OR m.list = c.other)))
    """

  static let lastDeletionByApp = """
    SELECT CASE WHEN undone IS NULL THEN iif(kind = 'list-deleted', id, batch) END, max(id) FROM changes
    WHERE account = ? AND app IS NOT NULL AND kind IN ('list-deleted', 'task-deleted')
    """

  static let listName = """
    SELECT name FROM lists WHERE id = ?2 AND EXISTS (\(ListQuery.isMember))
    """

  /// A task that a change has changed and its undo has not. Nothing is shown of long inverses.
  static let leftTasks = """
    SELECT task FROM (\(changedTasks(by: "?1")) EXCEPT \(changedTasks(by: "?2"))) LIMIT 1
    """

  private static func changedTasks(by change: String) -> String {
    """
    SELECT i.value AS task FROM changes c CROSS JOIN json_each(c.inverse) p CROSS JOIN json_each(p.value, '$.ids') i
    WHERE c.id = \(change) AND length(c.inverse) <= 262144 AND p.value ->> '$.table' = 'tasks'
    """
  }

  static let kind = "SELECT kind FROM changes WHERE id = ?"

  @Sendable static func single(_ row: Row) -> Change { change(row, StoredQuickAdd.understood(row[20])) }

  @Sendable static func change(_ row: Row) -> Change { change(row, nil) }

  private static func change(_ row: Row, _ quickAdd: Change.Understood?) -> Change {
    let kind = ChangeKind(rawValue: row[4])
    let undone = row.idIfPresent(9) as ChangeID? != nil
    let batch = (row[14] as Int?).map { Change.Batch(lists: row[13], tasks: $0, isMixed: row[16]) }
    var change = Change(
      id: row.id(0), list: row.id(1), other: row.idIfPresent(2), task: row.idIfPresent(3), kind: kind ?? .purged,
      name: row[5],
      count: row[6], otherName: row[7], at: row.date(8), undone: undone, undoable: kind != nil && !undone && row[10],
      undoes: row.idIfPresent(11), who: (row[12] as String?).flatMap { Person(stored: $0) }, app: row[17], batch: batch,
      isOfFilter: row[15], quickAdd: quickAdd)
    (change.isReadable, change.member) = (kind != nil, row[18])
    change.medium = (row[19] as String?).flatMap(Change.Medium.init)
    return change
  }
}

extension AccountStore {
  /// The text that a task had at an earlier version, by the changes since; nil if they are not all stored any more, or too many.
  package func text(of task: TaskID, at version: ChangeID) async throws(Problem) -> TaskDraft? {
    try await read { db in
      if try StoredTask.find(task, for: account, db) == nil { throw StoreError.notFound }
      guard let earlier = try EarlierTask(of: task, at: version, db), earlier.id == task else { return nil }
      return try TaskDraft(earlier.values)
    }
  }
}
