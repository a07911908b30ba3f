import GRDB
import Tasks

/// A task as it was at an earlier change, by the inverses of the changes since.
struct EarlierTask {
  /// The task: the same one, or the one of its series that stood in its place then.
  private(set) var id: TaskID
  private(set) var values: [Patch.Column: Stored]

  /// Nil if not all changes since are stored any more, or if they are too many.
  /// - Parameter change: the last change before the moment.
  init?(of task: TaskID, at change: ChangeID, _ db: Database) throws {
    guard let now = try db.row(EarlierTaskQuery.now, [task.value], EarlierTask.values) else { return nil }
    (id, values) = (task, now)
    var (next, looked) = (Int64.max, ListID?.none)
    while let list = values[.list]?.number.map({ ListID($0) }) {
      if looked != list {
        let changes = try db.row(EarlierTaskQuery.number, [list.value, change.value]) { $0[0] as Int } ?? 0
        if changes > EarlierTaskQuery.mostChanges { return nil }
        looked = list
      }
      guard let earlier = try lastChange(before: next, since: change, in: list, db) else { break }
      guard let inverse = earlier.inverse, let patches = Patch.stored(inverse) else { return nil }
      next = earlier.id
      for patch in patches where patch.table == .tasks && patch.ids.contains(id.value) {
        if patch.was[.deleted] == .timeOfUndo {
          // The change that has added it may have completed the one before it.
          guard let former = earlier.task, former != id,
            let values = try db.row(EarlierTaskQuery.now, [former.value], EarlierTask.values)
          else { return nil }
          (id, self.values, next) = (former, values, .max)
          break
        }
        values.merge(patch.was) { _, earlier in earlier }
      }
    }
  }

  private static func values(_ row: Row) throws -> [Patch.Column: Stored] {
    var values: [Patch.Column: Stored] = [:]
    for (index, column) in EarlierTaskQuery.columns.enumerated() {
      values[column] = try Stored(row[index] as DatabaseValue)
    }
    return values
  }

  private func lastChange(
    before next: Int64, since: ChangeID, in list: ListID, _ db: Database
  ) throws -> (id: Int64, task: TaskID?, inverse: String?)? {
    try db.row(EarlierTaskQuery.last, [id.value, list.value, since.value, next]) {
      ($0[0], $0.idIfPresent(1), $0[2])
    }
  }
}

enum EarlierTaskQuery {
  /// How many changes of the list are looked at.
  static let mostChanges = 5_000

  static let columns: [Patch.Column] =
    TaskField.all.map(\.column) + [.list, .position, .parent, .done, .deleted, .percent, .uid, .awaits, .object]

  static let now = "SELECT \(columns.map(\.rawValue).joined(separator: ", ")) FROM tasks WHERE id = ?"

  static let number = """
    SELECT count(*) FROM (SELECT 1 FROM changes WHERE list = ? AND id > ? LIMIT \(mostChanges + 1))
    """

  /// The last change of a list that concerns a task, in a range. A task that is moved concerns two lists.
  static let last = """
    SELECT id, task, inverse FROM (\(last(of: "list"))) UNION ALL SELECT id, task, inverse FROM (\(last(of: "other")))
    ORDER BY id DESC LIMIT 1
    """

  private static func last(of column: String) -> String {
    """
    SELECT id, task, inverse FROM changes
    WHERE \(column) = ?2 AND id > ?3 AND id < ?4 AND (task = ?1 OR inverse GLOB '*[[,]' || ?1 || '[],]*')
    ORDER BY id DESC LIMIT 1
    """
  }
}
