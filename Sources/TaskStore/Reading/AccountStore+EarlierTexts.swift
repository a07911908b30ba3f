import Foundation
import GRDB
public import Tasks

extension AccountStore {
  /// The text that a task had at an earlier version, by the changes since; nil if they are not all stored any more, or too many.
  public func text(
    of task: TaskID, at version: ChangeID
  ) async throws(Problem) -> TaskDraft? {
    try await read { db in
      guard let stored = try StoredTask.find(task, for: account, db) else { throw StoreError.notFound }
      return try db.text(of: stored, at: version)
    }
  }
}

extension Database {
  /// The text that a task had at an earlier version; see `AccountStore.text(of:at:)`.
  func text(of stored: StoredTask, at version: ChangeID) throws -> TaskDraft? {
    let arguments: StatementArguments = [
      stored.id.value, version.value, stored.list.value, EarlierTextQuery.limit + 1,
    ]
    let inverses = try rows(EarlierTextQuery.since, arguments) { $0[1] as String? }
    guard inverses.count <= EarlierTextQuery.limit else { return nil }
    var values = TaskField.all.reduce(into: [:]) { $0[$1.column] = stored.text.stored($1) }
    for inverse in inverses {
      guard let inverse else { return nil }
      for patch in try JSONDecoder().decode([Patch].self, from: Data(inverse.utf8))
      where patch.table == .tasks && patch.ids.contains(stored.id.value) {
        // Changes of several tasks in the list that it was moved from are not read.
        if patch.was[.list] != nil { return nil }
        for (column, value) in patch.was where column.isOwnText { values[column] = value }
      }
    }
    return try TaskDraft(values)
  }
}

enum EarlierTextQuery {
  static let limit = 50

  /// The changes of a task since a version, and those of several tasks of its list.
  static let since = """
    SELECT id, inverse FROM changes WHERE task = ?1 AND id > ?2
    UNION ALL
    SELECT id, inverse FROM changes WHERE list = ?3 AND id > ?2 AND task IS NULL
      AND kind IN ('tasks-completed', 'tasks-scheduled', 'tasks-prioritized', 'tasks-repeated',
        'tasks-tagged', 'undone')
    ORDER BY 1 DESC LIMIT ?4
    """
}
