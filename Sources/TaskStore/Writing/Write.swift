import Foundation
import GRDB
import Tasks

/// One write transaction of an account: what every write asks and does.
struct Write {
  let db: Database
  let account: AccountID
  let now: Milliseconds
  let limits: WriteLimits

  func run(_ sql: String, _ arguments: StatementArguments) throws {
    try db.run(sql, arguments)
  }
}

/// A row of `changes` about to be written.
struct ChangeEntry {
  var kind: ChangeKind
  var list: ListID
  var other: (id: ListID, name: String)?
  var task: TaskID?
  var name: String
  var count = 1
  var undoes: ChangeID?
  var submission: IdempotencyKey?
}

extension Write {
  /// Writes the row, and by a trigger the revisions that follow from it. Its inverse comes with ``setInverse(_:of:)``
  /// when the rows are written: those need the change's number first.
  func record(_ entry: ChangeEntry) throws -> ChangeID {
    let key = entry.submission?.stored
    if let key {
      try run(
        """
        UPDATE changes SET submission = NULL
        WHERE account = ? AND submission = ? AND \(Schema.hasIndexedSubmission)
        """, [account.value, key])
    }
    limits.bounds.add(Usage(changing: entry.name.utf8.count), of: account)
    let change = try Self.record(entry, key: key, account: account, now: now, db)
    if let task = entry.task { try forgetTooMany(of: task) }
    return change
  }

  /// The number that the next change gets. In a transaction that writes, nobody else gets it.
  func nextChange() throws -> ChangeID {
    let last = try db.row("SELECT seq FROM sqlite_sequence WHERE name = 'changes'", []) { $0[0] as Int64 }
    return ChangeID((last ?? 0) + 1)
  }

  /// Writes a row that is complete: its number was known before, and so is how to take the change back.
  func record(_ entry: ChangeEntry, as id: ChangeID, inverse: String) throws {
    try run(
      """
      INSERT INTO changes (id, account, list, task, kind, name, count, at, submission, inverse)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        id.value, account.value, entry.list.value, entry.task?.value, entry.kind.rawValue, entry.name, entry.count,
        now.value, entry.submission?.stored, inverse,
      ])
  }

  @discardableResult
  static func record(
    _ entry: ChangeEntry, key: Data?, account: AccountID?, now: Milliseconds, _ db: Database
  ) throws -> ChangeID {
    try db.cachedStatement(
      sql: """
        INSERT INTO changes (account, list, other, other_name, task, kind, name, count, at, undoes, submission)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      account?.value, entry.list.value, entry.other?.id.value, entry.other?.name, entry.task?.value,
      entry.kind.rawValue, entry.name, entry.count, now.value, entry.undoes?.value, key,
    ])
    return ChangeID(db.lastInsertedRowID)
  }

  /// Keeps how to take the change back.
  func setInverse(_ patches: [Patch], of change: ChangeID) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = String(decoding: try encoder.encode(patches), as: UTF8.self)
    limits.bounds.add(Usage(bytes: json.utf8.count), of: account)
    try run("UPDATE changes SET inverse = ? WHERE id = ?", [json, change.value])
  }
}

/// A list as a writer sees it.
struct WritableList {
  let id: ListID
  let name: String
  let version: ChangeID
  let revision: ChangeID
  let deleted: Milliseconds?
  let position: Int64
  let tasks: Int
  let role: Role
  /// What it shows; nil for a list of one's own.
  let source: SourceID?

  func requireThere() throws {
    if let since = deleted { throw StoreError.gone(.list(id, name: name, since: since.date)) }
  }

  func requireRole(_ allowed: Set<Role>) throws {
    if !allowed.contains(role) { throw StoreError.forbidden }
  }

  /// Throws when it would hold more tasks than it may with so many more.
  func requireRoom(for more: Int) throws {
    if tasks + more > Limits.tasksPerList { throw StoreError.limit(.tasks(Limits.tasksPerList)) }
  }
}

extension Set where Element == Role {
  static var writers: Self { [.owner, .editor] }
  static var owners: Self { [.owner] }
}

extension Write {
  /// The list, deleted or not; `notFound` when it is not the account's.
  func anyList(_ id: ListID) throws -> WritableList {
    let list = try db.row(
      """
      SELECT l.name, l.version, l.revision, l.deleted, m.position, l.open + l.completed, m.role, s.id
      FROM memberships m JOIN lists l ON l.id = m.list LEFT JOIN sources s ON s.list = l.id
      WHERE m.account = ? AND m.list = ?
      """, [account.value, id.value]
    ) { row in
      guard let role = Role(rawValue: row[6]) else { throw StoreError.internal("an unknown role") }
      return WritableList(
        id: id, name: row[0], version: row.id(1), revision: row.id(2), deleted: row.moment(3), position: row[4],
        tasks: row[5], role: role, source: row.idIfPresent(7))
    }
    guard let list else { throw StoreError.notFound }
    return list
  }

  /// The list, if its tasks and name may be written and it is not in the trash.
  func list(_ id: ListID) throws -> WritableList {
    let list = try anyList(id)
    try list.requireRole(.writers)
    try list.requireThere()
    return list
  }

  /// The list, if tasks may be put into it: those of a list from elsewhere are only read.
  func ownList(_ id: ListID) throws -> WritableList {
    let list = try list(id)
    if list.source != nil { throw StoreError.forbidden }
    return list
  }

  /// The task, if it may be written and its list is not in the trash; it may be in the trash itself.
  func anyTask(_ id: TaskID) throws -> StoredTask {
    guard let task = try StoredTask.find(id, for: account, db) else { throw StoreError.notFound }
    if !Set<Role>.writers.contains(task.role) { throw StoreError.forbidden }
    try task.requireListThere()
    return task
  }

  /// The task, if it may be written and neither it nor its list is in the trash.
  func task(_ id: TaskID) throws -> StoredTask {
    let task = try anyTask(id)
    try task.requireThere()
    return task
  }

  /// Throws when the list holds more tasks than it may.
  func requireRoom(in list: ListID, for more: Int) throws {
    try anyList(list).requireRoom(for: more)
  }

  /// Throws when the account would have more lists than it may with `more` of them, and `notFound` when it is no more.
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
