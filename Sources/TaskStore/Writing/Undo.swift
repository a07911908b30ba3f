import Foundation
import GRDB
import Tasks

struct Undo {
  let write: Write
  let id: ChangeID
  let list: ListID
  let other: (id: ListID, name: String)?
  let task: TaskID?
  let kind: ChangeKind
  let name: String
  let count: Int
  let undoes: ChangeID?
  let isUndone: Bool
  let account: AccountID?
  let batch: ChangeID?
  let at: Milliseconds
  let patches: [Patch]
  var undoingBatch: ChangeID?

  /// Reads the change.
  ///
  /// - Throws: ``StoreError/notFound`` unless the account is a member of all lists of the change.
  init(_ id: ChangeID, _ write: Write) throws {
    let found = try write.db.row(
      """
      SELECT c.list, c.other, c.other_name, c.task, c.kind, c.name, c.count, c.undoes, c.undone IS NOT NULL,
        c.account, c.inverse, c.batch, c.at
      FROM changes c CROSS JOIN memberships m ON m.account = ?1 AND m.list = c.list
      WHERE c.id = ?2 AND (c.other IS NULL
        OR EXISTS (SELECT 1 FROM memberships WHERE memberships.account = ?1 AND memberships.list = c.other))
      """, [write.account.value, id.value]
    ) { row in try Undo(row, id, write) }
    guard let found else { throw StoreError.notFound }
    self = found
  }

  private init(_ row: Row, _ id: ChangeID, _ write: Write) throws {
    guard let kind = ChangeKind(rawValue: row[4]) else { throw StoreError.internal("an unknown kind of change") }
    self.write = write
    self.id = id
    self.kind = kind
    list = row.id(0)
    let otherName: String = row[2] ?? ""
    other = (row[1] as Int64?).map { (ListID($0), otherName) }
    task = row.idIfPresent(3)
    name = row[5]
    count = row[6]
    undoes = row.idIfPresent(7)
    isUndone = row[8]
    account = row.idIfPresent(9)
    batch = row.idIfPresent(11)
    at = Milliseconds(value: row[12])
    guard let inverse = row[10] as String? else { throw StoreError.conflict(.notUndoable(id)) }
    patches = try JSONDecoder().decode([Patch].self, from: Data(inverse.utf8))
  }
}

extension Undo {
  private var listsOfMoves: Set<ListID> {
    let values = patches.flatMap { [$0.was[.list], $0.now[.list]] }
    return Set(values.compactMap { if case .integer(let list)? = $0 { ListID(list) } else { nil } })
  }

  /// Throws `forbidden` unless the account may undo the change. The order of lists belongs to the account; only owners delete
  /// lists; viewers write nothing.
  ///
  /// Throws `notUndoable` if a list that tasks would be moved to was deleted for good.
  func requireAllowed() throws {
    let list = try write.anyList(list)
    for moved in listsOfMoves {
      do { try write.anyList(moved).requireRole(.writers) } catch StoreError.notFound {
        throw StoreError.conflict(.notUndoable(id))
      }
    }
    for patch in patches {
      switch patch.table {
      case .places:
        if account != write.account { throw StoreError.forbidden }
      case .lists:
        try list.requireRole(patch.now[.deleted] == nil ? .writers : .owners)
      case .sources, .filters, .sections: try list.requireRole(.writers)
      case .tasks:
        try list.requireRole(.writers)
        if let other { try write.anyList(other.id).requireRole(.writers) }
      }
    }
  }

  func requireListsThere() throws {
    if patches.contains(where: { $0.table == .lists && $0.now[.deleted] != nil }) { return }
    try write.anyList(list).requireThere()
    if let other { try write.anyList(other.id).requireThere() }
  }
}
