import Foundation
import GRDB
import Tasks

/// The effect of an earlier submission with the same id.
struct PreviousEffect {
  let change: ChangeID
  let list: ListID
  let task: TaskID?
  let undone: Bool
  /// Whether the change is still the newest of its list.
  let isNewest: Bool
}

extension Write {
  /// The effect of an earlier submission with this id; nil if none is stored.
  func earlierEffect(of submission: SubmissionID?) throws -> PreviousEffect? {
    guard let submission else { return nil }
    return try db.row(
      """
      SELECT c.id, c.list, c.task, c.undone IS NOT NULL, l.revision = c.id
      FROM changes c JOIN lists l ON l.id = c.list
      WHERE c.account = ? AND c.submission = ? AND c.\(SubmissionQuery.isIndexed)
      """, [account.value, submission.stored]
    ) { row in
      PreviousEffect(change: row.id(0), list: row.id(1), task: row.idIfPresent(2), undone: row[3], isNewest: row[4])
    }
  }

  /// Throws `repeated` while the effect of an earlier submission is the newest change of its list, so that nothing is added twice
  /// by accident.
  func requireNotRepeated(_ submission: SubmissionID) throws {
    if let earlier = try earlierEffect(of: submission), earlier.isNewest { throw StoreError.repeated(earlier.change) }
  }

  /// Throws `repeated` while an earlier submission is the newest change of `list`. The form's path names the list, so only its newest
  /// change has to be checked.
  func requireNotRepeated(_ submission: SubmissionID, in list: WritableList) throws {
    let isRepeated = try db.row(
      "SELECT 1 FROM changes WHERE id = ? AND account = ? AND submission = ?",
      [list.revision.value, account.value, submission.stored]
    ) { _ in true }
    if isRepeated == true { throw StoreError.repeated(list.revision) }
  }

  /// The change of an earlier submission with this id, if it is one of the list's last few.
  func recentEffect(of submission: SubmissionID, in list: WritableList) throws -> ChangeID? {
    try db.row(SubmissionQuery.recent, [list.id.value, account.value, submission.stored]) { $0.id(0) }
  }

  /// The change to report when there was nothing to do: the list's newest, if it is the same kind of change by this account.
  func standing(_ kind: ChangeKind, in list: ListID, task: TaskID? = nil) throws -> ChangeID? {
    try db.row(
      """
      SELECT c.id FROM lists l JOIN changes c ON c.id = l.revision
      WHERE l.id = ? AND c.kind = ? AND c.task IS ? AND c.account = ? AND c.undone IS NULL
      """, [list.value, kind.rawValue, task?.value, account.value]
    ) { $0.id(0) }
  }
}

extension SubmissionID {
  /// The id as it is stored, in big-endian order.
  var stored: Data {
    [high, low].reduce(into: Data()) { data, half in withUnsafeBytes(of: half.bigEndian) { data.append(contentsOf: $0) }
    }
  }
}

enum SubmissionQuery {
  /// Which changes are indexed by their key: the condition of the index `changes_submission`, which a query has to repeat to use it.
  static let isIndexed = "kind NOT IN ('task-added', 'tasks-added')"

  static let recent = """
    SELECT id FROM (SELECT id, account, submission FROM changes WHERE list = ? ORDER BY id DESC LIMIT 5)
    WHERE account = ? AND submission = ?
    """
}
