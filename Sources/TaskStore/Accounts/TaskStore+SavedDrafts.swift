import Foundation
import GRDB
package import Tasks

extension AccountStore {
  package func savedDraft(_ id: SavedDraftID) async throws(Problem) -> SavedDraft {
    let oldest = store.oldestKept
    return try await readShortly { db in
      return try db.one(SavedDraftQuery.byID, [id.value, account.value, oldest.value]) { row in
        let fields: String = row[4]
        let limit = (row[6] as String?)?.decoded(as: LimitReached.self)
        return SavedDraft(
          id: row.id(0), account: row.id(1), path: row[2],
          fields: fields.decoded(as: [SavedDraftField].self) ?? [], at: row.date(3),
          refusal: limit.map { SavedDraft.Refusal(of: row[5], by: $0) })
      }
    }
  }

  package func forgetDraft(_ id: SavedDraftID) async throws(Problem) {
    try await write { db, _ in
      try db.run("DELETE FROM saved_drafts WHERE id = ? AND account = ?", [id.value, account.value])
      guard db.changesCount == 1 else { throw StoreError.notFound }
    }
  }

  /// Saves a text of an app that a limit has refused, unless it is a very long one. An app sends it again and again: it is there once. The
  /// oldest ones beyond ``Limits/savedDrafts`` are deleted.
  /// - Parameters:
  ///   - path: the path of a form that takes the text.
  ///   - field: the text, as a field of the form.
  package func keep(_ field: SavedDraftField, for path: String, refusedBy limit: LimitReached) async throws(Problem) {
    guard field.value.utf8.count <= Limits.refusedTextBytes else { return }
    try await write { db, now in
      let encoder = JSONEncoder()
      // One text has one JSON.
      encoder.outputFormatting = .sortedKeys
      let fields = String(decoding: try encoder.encode([field]), as: UTF8.self)
      let stored = String(decoding: try encoder.encode(limit), as: UTF8.self)
      try db.run(SavedDraftQuery.forgetRefused, [account.value, fields, Limits.savedDrafts - 1])
      try db.run(
        "INSERT INTO saved_drafts (account, app, refused_by, at, path, fields) VALUES (?, ?, ?, ?, ?, ?)",
        [account.value, app?.name, stored, now.value, path, fields])
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
        "INSERT INTO saved_drafts (account, session, at, path, fields) VALUES (?, ?, ?, ?, ?)",
        [account.value, session.value, now.value, path, json])
      let id = SavedDraftID(db.lastInsertedRowID)
      try db.run(
        """
        DELETE FROM saved_drafts WHERE session = ?1
          AND id NOT IN (SELECT id FROM saved_drafts WHERE session = ?1 ORDER BY id DESC LIMIT ?2)
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
  static let count = "SELECT count(*) FROM saved_drafts WHERE session = ? AND at >= ?"

  static let byID = """
    SELECT id, account, path, at, fields, app, refused_by FROM saved_drafts WHERE id = ? AND account = ? AND at >= ?
    """

  static let newest = "SELECT max(id), at FROM saved_drafts WHERE account = ? AND at >= ?"

  /// Deletes an app's text that has come again, and all but the newest ones.
  static let forgetRefused = """
    DELETE FROM saved_drafts WHERE account = ?1 AND session IS NULL AND (fields = ?2 OR id NOT IN (
      SELECT id FROM saved_drafts WHERE account = ?1 AND session IS NULL ORDER BY id DESC LIMIT ?3))
    """
}
