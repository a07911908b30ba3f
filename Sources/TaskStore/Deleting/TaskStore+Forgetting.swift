public import Foundation
import GRDB
import Tasks

extension TaskStore {
  /// Deletes the inverses of changes made before `moment`, in short transactions that alternate with other writes. The history
  /// keeps the changes themselves. Returns the number of changes.
  @discardableResult
  public func forgetChanges(before moment: Date) async throws(StoreError) -> Int {
    let limit = Milliseconds(moment)
    var count = 0
    try await runSteps { () async throws(StoreError) in
      guard let forgotten = try await write({ db, _ in try db.forgetSome(before: limit) }) else { return false }
      count += forgotten
      return true
    }
    // Tokens that are older than that are refused.
    try await write { db, now in
      try db.run(RetentionQuery.forgetDepartures, [db.firstChange(since: now - .seconds(SyncToken.days * 86_400))])
    }
    return count
  }
}

extension Write {
  /// Deletes the inverses of a task's changes except the newest. Each recorded change exceeds the limit by one at most.
  func forgetTooMany(of task: TaskID) throws {
    try run(RetentionQuery.forgetOne, [task.value, Limits.undoableChangesPerTask])
  }
}

extension Database {
  private static let stepRows = 200
  private static let stepBytes = 1 << 20

  /// Deletes some inverses. Returns the number of changes; nil when none is left to check.
  fileprivate func forgetSome(before limit: Milliseconds) throws -> Int? {
    guard let reached = try row("SELECT reached FROM history_retention", [], { $0[0] as Int64 }) else { return nil }
    let next = try rows(RetentionQuery.next, [reached, Self.stepRows]) {
      (id: $0[0] as Int64, at: $0[1] as Int64, bytes: $0[2] as Int)
    }
    var (last, bytes) = (reached, 0)
    for change in next {
      guard change.at < limit.value, last == reached || bytes + change.bytes <= Self.stepBytes else { break }
      (last, bytes) = (change.id, bytes + change.bytes)
    }
    guard last > reached else { return nil }
    try run(RetentionQuery.forget, [reached, last])
    let count = changesCount
    try run("UPDATE history_retention SET reached = ?", [last])
    return count
  }
}

enum RetentionQuery {
  static let forgetOne = """
    UPDATE changes SET inverse = NULL
    WHERE id = (SELECT id FROM changes WHERE task = ? ORDER BY id DESC LIMIT 1 OFFSET ?) AND inverse IS NOT NULL
    """

  static let next = """
    SELECT id, at, coalesce(length(inverse), 0) FROM changes WHERE id > ? ORDER BY id LIMIT ?
    """

  static let forgetDepartures = "DELETE FROM departures WHERE revision < ?"

  static let forget = "UPDATE changes SET inverse = NULL WHERE id > ? AND id <= ? AND inverse IS NOT NULL"
}
