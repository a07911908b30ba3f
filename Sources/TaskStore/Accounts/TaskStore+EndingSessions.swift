package import Foundation
import GRDB
package import Tasks

extension AccountStore {
  /// Ends one of the account's sessions. Has no effect on an ended session.
  package func endSession(
    _ id: SessionID, as end: SessionEnd, recording entry: AccountEventEntry? = nil
  ) async throws(Problem) {
    try await write { db, now in
      try db.requireSession(id, of: account)
      try db.end(id, as: end, now)
      if let entry, db.changesCount > 0 { try db.addAccountEvent(entry, of: account, now) }
    }
  }

  /// Ends all of the account's sessions except one. Returns the number of sessions ended.
  @discardableResult package func endSessions(
    except kept: SessionID?, as end: SessionEnd, recording entry: AccountEventEntry? = nil
  ) async throws(Problem) -> Int {
    try await write { db, now in
      let id = try db.account(account).id
      try db.run(
        "UPDATE sessions SET ended = ?, reason = ? WHERE account = ? AND ended IS NULL AND id IS NOT ?",
        [now.value, end.rawValue, id.value, kept?.value])
      let count = db.changesCount
      if let entry, count > 0 { try db.addAccountEvent(entry, of: id, now) }
      return count
    }
  }

  /// When a session of the account was last ended for this reason; nil if no such session is stored.
  package func lastEnd(as end: SessionEnd) async throws(Problem) -> Date? {
    try await read { db in
      try db.row(
        "SELECT max(ended) FROM sessions WHERE account = ? AND reason = ?", [account.value, end.rawValue]
      ) { $0.moment(0) }??.date
    }
  }
}

extension TaskStore {
  /// Ends the session of a token, if there is one.
  package func endSession(
    digest: Data, as end: SessionEnd, recording entry: AccountEventEntry? = nil
  ) async throws(StoreError) {
    try await write { db, now in
      try db.endSession(digest: digest, as: end, now)
      guard let entry, db.changesCount > 0 else { return }
      let account = try db.row("SELECT account FROM sessions WHERE digest = ?", [digest]) { AccountID($0[0] as Int64) }
      if let account { try db.addAccountEvent(entry, of: account, now) }
    }
  }

  /// Ends expired sessions, and deletes old ended sessions, saved drafts, drafts of sources and audit entries. Does nothing while
  /// the clock looks wrong, because the deletion is permanent.
  package func sweep() async throws(StoreError) {
    try await write { db, now in
      guard try db.clockLooksRight(now) else { return }
      for session in try db.rows(SessionQuery.living, [], SessionQuery.session) {
        if let end = session.overdue(at: now) { try db.end(session.id, as: end, now) }
      }
      try db.run("DELETE FROM saved_drafts WHERE at < ?", [now.days(-Limits.keptDays).value])
      // Saved drafts need their session.
      try db.run(
        "DELETE FROM sessions WHERE ended < ? AND NOT EXISTS (SELECT 1 FROM saved_drafts WHERE session = sessions.id)",
        [now.days(-Limits.endedSessionDays).value])
      try db.sweepDrafts(now)
      try db.sweepAccountEvents(now)
    }
  }
}

extension Database {
  /// Throws `notFound` unless the session belongs to the account.
  func requireSession(_ id: SessionID, of account: AccountID) throws {
    let isThere = try row("SELECT 1 FROM sessions WHERE id = ? AND account = ?", [id.value, account.value]) { _ in true
    }
    if isThere == nil { throw StoreError.notFound }
  }

  /// Ends the browser's previous session. If that had expired, its end records the expiry, so that forms sent under it later,
  /// from another tab, are still saved as drafts.
  func replaceSession(digest: Data, _ now: Milliseconds) throws {
    guard let old = try row(SessionQuery.ofDigest, [digest], SessionQuery.session), old.ended == nil else { return }
    try end(old.id, as: old.overdue(at: now) ?? .replaced, now)
  }

  func endSession(digest: Data, as end: SessionEnd, _ now: Milliseconds) throws {
    try run(
      "UPDATE sessions SET ended = ?, reason = ? WHERE digest = ? AND ended IS NULL", [now.value, end.rawValue, digest])
  }
}

extension Milliseconds {
  func days(_ count: Int) -> Self { self + .seconds(count * 86_400) }
}
