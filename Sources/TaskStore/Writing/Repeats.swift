import Foundation
import GRDB
import Tasks

/// What the same form did when it was sent before.
struct PreviousEffect {
  let change: ChangeID
  let list: ListID
  let task: TaskID?
  let undone: Bool
  /// Whether nothing else happened in its list since.
  let isNewest: Bool
}

extension Write {
  /// What the same form did before, if it is remembered.
  func earlierEffect(of submission: IdempotencyKey?) throws -> PreviousEffect? {
    guard let submission else { return nil }
    return try db.row(
      """
      SELECT c.id, c.list, c.task, c.undone IS NOT NULL, l.revision = c.id
      FROM changes c JOIN lists l ON l.id = c.list
      WHERE c.account = ? AND c.submission = ? AND c.\(Schema.hasIndexedSubmission)
      """, [account.value, submission.stored]
    ) { row in
      PreviousEffect(change: row.id(0), list: row.id(1), task: row.idIfPresent(2), undone: row[3], isNewest: row[4])
    }
  }

  /// An addition is not done twice unawares: asks by `repeated` while its first effect is the newest change of its list.
  func requireNotRepeated(_ submission: IdempotencyKey) throws {
    if let earlier = try earlierEffect(of: submission), earlier.isNewest {
      throw StoreError.repeated(earlier.change)
    }
  }

  /// The same for tasks that are added to that list: the form's path names it, so its newest change is the only one to ask.
  func requireNotRepeated(_ submission: IdempotencyKey, in list: WritableList) throws {
    let isRepeated = try db.row(
      "SELECT 1 FROM changes WHERE id = ? AND account = ? AND submission = ?",
      [list.revision.value, account.value, submission.stored]
    ) { _ in true }
    if isRepeated == true { throw StoreError.repeated(list.revision) }
  }

  /// The change to tell when nothing was to do: the newest of the list, if it is what the account asks for once more.
  func standing(_ kind: ChangeKind, in list: ListID, task: TaskID? = nil) throws -> ChangeID? {
    try db.row(
      """
      SELECT c.id FROM lists l JOIN changes c ON c.id = l.revision
      WHERE l.id = ? AND c.kind = ? AND c.task IS ? AND c.account = ? AND c.undone IS NULL
      """, [list.value, kind.rawValue, task?.value, account.value]
    ) { $0.id(0) }
  }
}

extension IdempotencyKey {
  /// The key as it is kept, its highest byte first.
  var stored: Data { withUnsafeBytes(of: key.bigEndian) { Data($0) } }
}
