import GRDB
import Tasks

/// The stored values of a task that the account can see, in the trash or not.
struct StoredTask {
  let id: TaskID
  let list: ListID
  let text: TaskDraft
  let place: Place
  let done: Milliseconds?
  let deleted: Milliseconds?
  let created: Milliseconds
  let version: ChangeID
  let listName: String
  let listDeleted: Milliseconds?
  let role: Role

  /// The task; nil if it does not exist or belongs to another account.
  static func find(_ id: TaskID, for account: AccountID, _ db: Database) throws -> StoredTask? {
    try db.row(
      """
      SELECT t.id, t.list, t.title, t.notes, t.due, t.priority, t.position, t.done, t.deleted, t.created, t.version,
        l.name, l.deleted, m.role
      FROM tasks t
        CROSS JOIN memberships m ON m.account = ? AND m.list = t.list
        CROSS JOIN lists l ON l.id = t.list
      WHERE t.id = ?
      """, [account.value, id.value], StoredTask.init)
  }

  private init(_ row: Row) throws {
    guard let role = Role(rawValue: row[13]) else { throw StoreError.internal("an unknown role") }
    self.role = role
    id = row.id(0)
    list = row.id(1)
    text = TaskDraft(title: row[2], notes: row[3] ?? "", due: try row.day(4), priority: try row.priority(5))
    place = Place(position: row[6], id: row[0])
    done = row.moment(7)
    deleted = row.moment(8)
    created = Milliseconds(value: row[9])
    version = row.id(10)
    listName = row[11]
    listDeleted = row.moment(12)
  }

  /// Throws `gone` while the task's list is in the trash.
  func requireListThere() throws {
    if let since = listDeleted { throw StoreError.gone(.list(list, name: listName, since: since.date)) }
  }

  /// Throws `gone` while the task or its list is in the trash.
  func requireThere() throws {
    try requireListThere()
    if let since = deleted {
      throw StoreError.gone(.task(id, title: text.title, since: since.date, list: list))
    }
  }
}
