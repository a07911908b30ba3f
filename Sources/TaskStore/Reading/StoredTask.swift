import GRDB
import Tasks

/// The stored values of a task that the account can see, in the trash or not.
struct StoredTask {
  let id: TaskID
  let list: ListID
  let text: TaskDraft
  let place: SortKey
  let done, deleted: Milliseconds?
  let percent: Int?
  let created, changed: Milliseconds
  let version: ChangeID
  let listName: String
  let listDeleted: Milliseconds?
  let role: Role
  let parent: TaskID?
  /// Whether the account has folded its subtasks.
  let isFolded: Bool
  /// Whether it is a copy from the source of its list, and can only be read.
  let isFollowed: Bool
  /// Who is to do it, in a list that others see; nil for no one.
  let assigned: Person?

  /// The task; nil if it does not exist or belongs to another account.
  static func find(_ id: TaskID, for account: AccountID, _ db: Database) throws -> StoredTask? {
    try db.row(byID, [account.value, id.value], StoredTask.init)
  }

  /// The columns of a task `t`, its list `l` and membership `m`.
  static let columns = "\(StoredTaskColumn.selection), \(TaskField.columns(of: "t"))"

  /// The number of these columns.
  static var columnCount: Int { StoredTaskColumn.count + TaskField.all.count }

  private static let byID = """
    SELECT \(columns)
    FROM tasks t CROSS JOIN memberships m ON m.account = ? AND m.list = t.list CROSS JOIN lists l ON l.id = t.list
    WHERE t.id = ?
    """

  init(_ row: Row) throws {
    role = try row.known(StoredTaskColumn.role)
    id = row.id(StoredTaskColumn.id)
    list = row.id(StoredTaskColumn.list)
    text = try TaskDraft(row, at: StoredTaskColumn.count)
    place = SortKey(position: row[StoredTaskColumn.position], id: row[StoredTaskColumn.id])
    done = row.moment(StoredTaskColumn.done)
    deleted = row.moment(StoredTaskColumn.deleted)
    percent = row[StoredTaskColumn.percent]
    created = Milliseconds(value: row[StoredTaskColumn.created])
    changed = row.moment(StoredTaskColumn.changed) ?? created
    version = row.id(StoredTaskColumn.version)
    listName = row[StoredTaskColumn.listName]
    listDeleted = row.moment(StoredTaskColumn.listDeleted)
    parent = row.idIfPresent(StoredTaskColumn.parent)
    isFolded = row[StoredTaskColumn.isFolded]
    isFollowed = row[StoredTaskColumn.isFollowed]
    assigned = (row[StoredTaskColumn.assigned] as String?).flatMap { Person(stored: $0) }
  }

  /// Throws `gone` while the task's list is in the trash.
  func requireListThere() throws {
    if let since = listDeleted { throw StoreError.gone(.list(list, name: listName, since: since.date)) }
  }

  /// Throws `forbidden` for a task of a followed list. Writes of existing tasks come here, additions to ``Write/ownList(_:)``.
  func requireOwn() throws {
    if isFollowed { throw StoreError.forbidden(.followed) }
  }

  /// Throws `gone` while the task or its list is in the trash.
  func requireThere() throws {
    try requireListThere()
    if let since = deleted { throw StoreError.gone(.task(id, title: text.title, since: since.date, list: list)) }
  }
}

/// The columns of a task `t`, its list `l` and membership `m`; those of `TaskField` follow.
private enum StoredTaskColumn: Int, SelectedColumn {
  case id, list, position, done, deleted, percent, created, changed, version, listName, listDeleted, role, parent
  case isFolded, isFollowed, assigned

  static let table = "t"
  static let expressions: [Self: String] = [
    .listName: "l.name", .listDeleted: "l.deleted", .role: "m.role", .isFolded: FoldQuery.isFolded(by: "m.account"),
    .isFollowed: "t.source IS NOT NULL", .assigned: PersonQuery.assigned(in: "m.account"),
  ]
}
