import Foundation
import GRDB
import Tasks

/// One write transaction of an account: the checks and statements that writes share.
struct Write {
  let db: Database
  let account: AccountID
  /// The app password with which the account writes; nil for its pages.
  var app: AppPassword?
  /// The page by link on which it does; nil for its own pages.
  var sharedPage: SharedPage?
  /// How it does without the app; nil otherwise.
  var medium: Change.Medium?
  let now: Milliseconds
  /// The quotas of an account that has none of its own.
  let quotas: Quotas
  /// The next dates of series whose long texts were read before the transaction.
  var advances = SeriesAdvances()
  /// The accounts that the transaction concerns beside those that share lists with this one after it.
  var concerned = ConcernedAccounts()

  func run(_ sql: String, _ arguments: StatementArguments) throws { try db.run(sql, arguments) }
}

/// A row of `changes` to insert.
struct ChangeEntry {
  var kind: ChangeKind
  var list: ListID
  var other: (id: ListID, name: String)?
  var task: TaskID?
  /// The account that it is about.
  var member: AccountID?
  var name: String
  var count = 1
  var undoes: ChangeID?
  var submission: SubmissionID?
  /// The first change of the batch that it belongs to.
  var batch: ChangeID?
}

extension Write {
  /// Inserts the change. A trigger updates the revisions that depend on it. ``setInverse(_:of:)`` stores the inverse later, since
  /// the rows are written with the change's id, unless both are known.
  @discardableResult func record(
    _ entry: ChangeEntry, as id: ChangeID? = nil, inverse: String? = nil
  ) throws -> ChangeID {
    let key = entry.submission?.stored
    if let key {
      try run(
        """
        UPDATE changes SET submission = NULL
        WHERE account = ? AND submission = ? AND \(SubmissionQuery.isIndexed)
        """, [account.value, key])
    }
    let change = try Self.record(
      entry, as: id, key: key, account: account, app: sharedPage?.name ?? app?.name, page: sharedPage?.id, by: medium,
      now: now, inverse: inverse, db)
    if let task = entry.task { try forgetTooMany(of: task) }
    if let app, entry.kind == .taskDeleted { try joinDeletions(change, by: app.name) }
    return change
  }

  /// The maximum number of deletions in a batch, which is undone in one transaction.
  private static let mostDeletions = 200

  /// Makes the deletions with one app password within a minute one batch, which one undo reverts: an app deletes one task after the other.
  private func joinDeletions(_ change: ChangeID, by app: String) throws {
    let last = try db.row(
      """
      SELECT id, batch, at, undone FROM changes WHERE account = ? AND app = ? AND kind = ? AND id < ? ORDER BY id DESC LIMIT 1
      """, [account.value, app, ChangeKind.taskDeleted.rawValue, change.value]
    ) { (id: $0[0] as Int64, batch: $0[1] as Int64?, at: $0.moment(2), undone: $0[3] as Int64?) }
    guard let last, let at = last.at, last.undone == nil, now < at + .seconds(60) else { return }
    let size = try last.batch.map { try db.count("SELECT count(*) FROM changes WHERE batch = ?", [$0]) } ?? 1
    if size >= Self.mostDeletions { return }
    try run("UPDATE changes SET batch = ? WHERE id IN (?, ?)", [last.batch ?? last.id, last.id, change.value])
  }

  /// The id of the next change. A write transaction is exclusive, so the id stays free until it is used.
  func nextChange() throws -> ChangeID {
    // The table is SQLite's own, and has no constraints. The schema refuses an id out of range.
    let last = try db.row("SELECT seq FROM sqlite_sequence WHERE name = 'changes'", []) { $0[0] as Int64 }
    return ChangeID((last ?? 0) &+ 1)
  }

  @discardableResult static func record(
    _ entry: ChangeEntry, as id: ChangeID? = nil, key: Data?, account: AccountID?, app: String? = nil,
    page: SharedPageID? = nil, by medium: Change.Medium? = nil, now: Milliseconds,
    inverse: String? = nil, _ db: Database
  ) throws -> ChangeID {
    try db.run(
      """
      INSERT INTO changes
        (id, account, app, shared_page, medium, list, other, other_name, task, member, kind, name, count, at, undoes,
          submission, batch, inverse)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        id?.value, account?.value, app, page?.value, medium?.rawValue, entry.list.value, entry.other?.id.value,
        entry.other?.name, entry.task?.value, entry.member?.value, entry.kind.rawValue, entry.name, entry.count,
        now.value, entry.undoes?.value, key,
        entry.batch?.value, inverse,
      ])
    return ChangeID(db.lastInsertedRowID)
  }

  /// Stores the patches that undo the change, one for each row.
  func setInverse(_ patches: [Patch], of change: ChangeID) throws {
    let json = try Patch.json(of: patches.mergedByRow().coalesced())
    try run("UPDATE changes SET inverse = ? WHERE id = ?", [json, change.value])
  }

  /// Records a change, applies its patches and stores their inverse.
  func change(_ entry: ChangeEntry, _ patches: [Patch], section: SectionID? = nil) throws -> Written {
    let change = try record(entry)
    try apply(patches, in: entry.list, change)
    try setInverse(patches, of: change)
    return Written(change: change, list: entry.list, tasks: entry.task.map { [$0] } ?? [], section: section)
  }

  /// The answer to a write that finds all as it should be: the last such change, if it still stands.
  func nothing(_ kind: ChangeKind, in list: ListID) throws -> Written {
    Written(change: try standing(kind, in: list), isNew: false, list: list)
  }

  /// The answer to a write that would give a list, or a section of it, the name it has. Nil if the name differs, and a
  /// conflict if it was renamed to something else since `version`, unless that is nil.
  func renamed(
    _ kind: ChangeKind, in list: ListID, from stored: (name: String, version: ChangeID), to name: ListName,
    version: ChangeID?, _ submission: SubmissionID?
  ) throws -> Written? {
    let theirs = ListName(stored: stored.name)
    if theirs == name {
      guard let earlier = try earlierEffect(of: submission), !earlier.undone, earlier.list == list else {
        return try nothing(kind, in: list)
      }
      return Written(change: earlier.change, isNew: false, list: list)
    }
    if let version, version != stored.version {
      throw StoreError.conflict(.list(list, version: stored.version, theirs: theirs, mine: name))
    }
    return nil
  }

  /// Stores how many tasks the change is about, with subtasks that followed its task.
  func setCount(_ count: Int, of change: ChangeID) throws {
    if count > 1 { try run("UPDATE changes SET count = ? WHERE id = ?", [count, change.value]) }
  }
}

/// A list as a write needs it.
struct WritableList {
  let id: ListID
  let name: String
  let version, revision: ChangeID
  let deleted: Milliseconds?
  let position: Int64
  /// The number of its tasks, subtasks included.
  let tasks: Int
  let role: Role
  /// The source that the list follows; nil for an own list.
  let source: SourceID?
  let adds: ListEnd
  let isFilter: Bool
  let isInbox: Bool

  func requireNoInbox() throws {
    if isInbox { throw StoreError.forbidden(.inbox) }
  }

  func requireThere() throws {
    if let since = deleted { throw StoreError.gone(.list(id, name: name, since: since.date)) }
  }

  func require(_ permission: ListPermission) throws { try role.require(permission) }

  /// Throws `limit` if `more` tasks would exceed the limit of tasks per list.
  func requireRoom(for more: Int) throws {
    if tasks + more > Limits.tasksPerList { throw StoreError.limit(.tasks(Limits.tasksPerList)) }
  }
}

extension Role {
  /// Throws `forbidden` unless a member with this role has the permission.
  func require(_ permission: ListPermission) throws {
    if !may(permission) { throw StoreError.forbidden(.lacking(permission)) }
  }
}

extension ListPermission {
  /// Whether a membership `m` has it.
  var isGranted: String { "m.role IN (\(roles.map { "'\($0.rawValue)'" }.joined(separator: ", ")))" }
}

extension Write {
  /// The list, in the trash or not. Throws `notFound` if the account is not a member.
  func anyList(_ id: ListID) throws -> WritableList {
    return try db.one(
      """
      SELECT l.name, l.version, l.revision, l.deleted, m.position, l.open + l.completed + (SELECT count(*)
          FROM tasks t WHERE t.list = l.id AND t.parent IS NOT NULL AND t.deleted IS NULL), m.role, s.id, m.adds,
        EXISTS (SELECT 1 FROM filters f WHERE f.list = l.id), m.inbox IS NOT NULL
      FROM memberships m JOIN lists l ON l.id = m.list LEFT JOIN sources s ON s.list = l.id
      WHERE m.account = ? AND m.list = ?
      """, [account.value, id.value]
    ) { row in
      WritableList(
        id: id, name: row[0], version: row.id(1), revision: row.id(2), deleted: row.moment(3), position: row[4],
        tasks: row[5], role: try row.known(6), source: row.idIfPresent(7), adds: try row.known(8), isFilter: row[9],
        isInbox: row[10])
    }
  }

  /// The list, if the account may write its name and tasks and it is not in the trash.
  func list(_ id: ListID) throws -> WritableList {
    let list = try anyList(id)
    try list.require(.write)
    try list.requireThere()
    return list
  }

  /// The list, if it has tasks of its own and is not in the trash, whatever the account may do with it.
  func ownListToRead(_ id: ListID) throws -> WritableList {
    let list = try anyList(id)
    try list.requireThere()
    if list.source != nil { throw StoreError.forbidden(.followed) }
    if list.isFilter { throw StoreError.forbidden(.role) }
    return list
  }

  /// The list, if tasks may be added to it. The tasks of a followed list are those of its source, and a saved filter has none.
  @discardableResult func ownList(_ id: ListID) throws -> WritableList {
    let list = try ownListToRead(id)
    try list.require(.write)
    return list
  }

  /// The task, if the account may write it and its list is not in the trash. The task itself may be in the trash.
  func anyTask(_ id: TaskID) throws -> StoredTask {
    guard let task = try StoredTask.find(id, for: account, db) else { throw StoreError.notFound }
    try task.role.require(.write)
    try task.requireOwn()
    try task.requireListThere()
    return task
  }

  /// The task, if the account may write it and neither it nor its list is in the trash.
  func task(_ id: TaskID) throws -> StoredTask {
    let task = try anyTask(id)
    try task.requireThere()
    return task
  }

  /// Throws `limit` if `more` tasks would exceed the list's limit.
  func requireRoom(in list: ListID, for more: Int) throws { try anyList(list).requireRoom(for: more) }

  /// Throws `limit` if `more` saved filters would exceed the account's limit.
  func requireRoomForFilters(_ more: Int) throws {
    let count = try db.row(
      """
      SELECT count(*) FROM memberships m CROSS JOIN lists l ON l.id = m.list CROSS JOIN filters f ON f.list = l.id
      WHERE m.account = ? AND l.deleted IS NULL
      """, [account.value]
    ) { $0[0] as Int }
    if (count ?? 0) + more > Limits.savedFilters { throw StoreError.limit(.filters(Limits.savedFilters)) }
  }

  /// Throws `limit` if `more` lists would exceed the account's limit, and `notFound` if the account was removed.
  func requireRoomForLists(_ more: Int) throws {
    let count = try db.row(
      """
      SELECT (SELECT count(*) FROM memberships m CROSS JOIN lists l ON l.id = m.list
        WHERE m.account = a.id AND l.deleted IS NULL)
      FROM accounts a WHERE a.id = ? AND a.removed IS NULL
      """, [account.value]
    ) { $0[0] as Int }
    guard let count else { throw StoreError.notFound }
    if count + more > Limits.listsPerAccount { throw StoreError.limit(.lists(Limits.listsPerAccount)) }
  }
}
