import Foundation
import GRDB
package import Tasks

extension AccountStore {
  package func savedDraft(_ id: SavedDraftID) async throws(Problem) -> SavedDraft {
    let oldest = store.oldestKept
    return try await readShortly { db in
      return try db.one(SavedDraftQuery.one, [id.value, account.value, oldest.value]) { row in
        let fields: String = row[4]
        return SavedDraft(
          id: row.id(0), account: row.id(1), path: row[2],
          fields: fields.decoded(as: [SavedDraftField].self) ?? [], at: row.date(3))
      }
    }
  }

  package func forgetDraft(_ id: SavedDraftID) async throws(Problem) {
    try await write { db, _ in
      try db.run(
        "DELETE FROM kept_forms WHERE id = ? AND session IN (SELECT id FROM sessions WHERE account = ?)",
        [id.value, account.value])
      guard db.changesCount == 1 else { throw StoreError.notFound }
    }
  }
}

extension TaskStore {
  /// Saves a form that was sent under an ended session. The oldest drafts of a session beyond ``Limits/savedDrafts`` are deleted.
  ///
  /// - Parameters:
  ///   - path: the path that the form was sent to.
  ///   - fields: the form's fields, in order.
  ///   - session: the ended session. Throws ``StoreError/notFound`` if it belongs to another account.
  ///   - account: the account that may read the draft.
  package func keep(
    path: String, fields: [SavedDraftField], for session: SessionID, of account: AccountID
  ) async throws(StoreError) -> SavedDraftID {
    try await write { db, now in
      try db.requireSession(session, of: account)
      let json = String(decoding: try JSONEncoder().encode(fields), as: UTF8.self)
      try db.run(
        "INSERT INTO kept_forms (session, at, path, fields) VALUES (?, ?, ?, ?)",
        [session.value, now.value, path, json])
      let id = SavedDraftID(db.lastInsertedRowID)
      try db.run(
        """
        DELETE FROM kept_forms WHERE session = ?1
          AND id NOT IN (SELECT id FROM kept_forms WHERE session = ?1 ORDER BY id DESC LIMIT ?2)
        """, [session.value, Limits.savedDrafts])
      return id
    }
  }

  /// Whether a session has room for another draft. Without it, saving one would delete the oldest.
  package func hasRoomForDraft(of session: SessionID) async throws(StoreError) -> Bool {
    let oldest = oldestKept
    return try await readShortly { db in
      let count = try db.count(SavedDraftQuery.count, [session.value, oldest.value])
      return count < Limits.savedDrafts
    }
  }

  /// The time of the oldest drafts that may still be shown.
  var oldestKept: Milliseconds { Milliseconds(now()).days(-Limits.keptDays) }
}

struct NewestDraft: Hashable {
  let id: SavedDraftID
  let at: Milliseconds
}

extension Database {
  /// The account's newest saved draft since `oldest`, from any session.
  func newestDraft(of account: AccountID, since oldest: Milliseconds) throws -> NewestDraft? {
    try row(SavedDraftQuery.newest, [account.value, oldest.value]) { row in
      row.moment(1).map { NewestDraft(id: row.id(0), at: $0) }
    } ?? nil
  }
}

enum SavedDraftQuery {
  static let count = "SELECT count(*) FROM kept_forms WHERE session = ? AND at >= ?"

  static let one = """
    SELECT k.id, s.account, k.path, k.at, k.fields FROM kept_forms k CROSS JOIN sessions s ON s.id = k.session
    WHERE k.id = ? AND s.account = ? AND k.at >= ?
    """

  static let newest = """
    SELECT max(k.id), k.at FROM sessions s CROSS JOIN kept_forms k ON k.session = s.id WHERE s.account = ? AND k.at >= ?
    """
}
