import Foundation
import GRDB
import Tasks

enum SessionQuery {
  private static let columns = "s.id, s.account, s.begun, s.seen, s.agent, s.reason"

  // Runs on every request: one row by its digest, and its account.
  static let found = """
    SELECT \(columns), \(AccountQuery.columns), (SELECT value FROM meta WHERE key = 'epoch')
    FROM sessions s CROSS JOIN accounts a ON a.id = s.account LEFT JOIN credentials c ON c.account = a.id
    WHERE s.digest = ?
    """

  static let ofAccount = """
    SELECT \(columns) FROM sessions s WHERE s.account = ? AND s.ended IS NULL ORDER BY s.seen DESC, s.id DESC
    """

  static let endUnused = """
    UPDATE sessions SET ended = ?2, reason = ?3 WHERE account = ?1 AND ended IS NULL AND id <> ?4 AND id NOT IN (
      SELECT id FROM sessions WHERE account = ?1 AND ended IS NULL AND id <> ?4 ORDER BY seen DESC, id DESC LIMIT ?5)
    """

  // Saved drafts need their session.
  static let forgetEnded = """
    DELETE FROM sessions WHERE account = ?1 AND ended IS NOT NULL
      AND id NOT IN (
        SELECT id FROM sessions WHERE account = ?1 AND ended IS NOT NULL ORDER BY seen DESC, id DESC LIMIT ?2)
      AND NOT EXISTS (SELECT 1 FROM kept_forms WHERE session = sessions.id)
    """

  static let living = "SELECT \(columns) FROM sessions s WHERE s.ended IS NULL"

  static let one = "SELECT \(columns) FROM sessions s WHERE s.id = ?"

  static let ofDigest = "SELECT \(columns) FROM sessions s WHERE s.digest = ?"

  static func foundSession(_ row: Row) throws -> FoundSession {
    FoundSession(
      session: try session(row), account: try AccountQuery.account(row, from: 6),
      epoch: row[6 + AccountQuery.columnCount])
  }

  @Sendable static func session(_ row: Row) throws -> Session {
    let reason = row[5] as String?
    let ended = reason.flatMap(SessionEnd.init(rawValue:))
    if reason != nil, ended == nil { throw StoreError.internal("an unknown end of a session") }
    return Session(
      id: row.id(0), account: row.id(1), begun: row.date(2), seen: row.date(3), agent: row[4], ended: ended)
  }
}

extension Database {
  /// The account's active sessions, the last used first.
  func sessions(of account: AccountID, _ now: Milliseconds) throws -> [Session] {
    try rows(SessionQuery.ofAccount, [account.value], SessionQuery.session).filter { $0.overdue(at: now) == nil }
  }

  /// Ends the account's least recently used sessions and deletes the oldest ended ones beyond the limits.
  func limitSessions(of account: AccountID, keeping new: SessionID, _ now: Milliseconds) throws {
    try run(
      SessionQuery.endUnused,
      [account.value, now.value, SessionEnd.idle.rawValue, new.value, Limits.sessionsPerAccount - 1])
    try run(SessionQuery.forgetEnded, [account.value, Limits.endedSessionsPerAccount])
  }

  func end(_ session: SessionID, as end: SessionEnd, _ now: Milliseconds) throws {
    try run(
      "UPDATE sessions SET ended = ?, reason = ? WHERE id = ? AND ended IS NULL",
      [now.value, end.rawValue, session.value])
  }
}

extension Session {
  func ended(as end: SessionEnd) -> Session {
    Session(id: id, account: account, begun: begun, seen: seen, agent: agent, ended: end)
  }

  /// The reason why an active session has expired; nil if it has not.
  ///
  /// A session from the future means that the clock is or was wrong. Its age is unknown then, so it counts as expired for that
  /// time. A day of tolerance allows for clock corrections.
  func overdue(at now: Milliseconds) -> SessionEnd? {
    let (begun, seen) = (Milliseconds(begun), Milliseconds(seen))
    if max(begun, seen) > now + .seconds(86_400) { return .old }
    if now > begun + Limits.sessionAge { return .old }
    if now > seen + Limits.sessionIdle { return .idle }
    return nil
  }
}
