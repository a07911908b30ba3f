package import Foundation
import GRDB
package import Tasks

extension AccountStore {
  /// The account's active sessions, the last used first.
  package func sessions() async throws(Problem) -> [Session] {
    let now = now
    return try await read { db in try db.sessions(of: account, now) }
  }
}

extension TaskStore {
  /// Creates a session.
  ///
  /// - Parameters:
  ///   - digest: the SHA-256 digest of the session's token, 32 bytes.
  ///   - account: the account that signs in.
  ///   - agent: the browser's user agent.
  ///   - old: the digest of the browser's previous token. Its session ends, whatever its account.
  ///   - record: the record that the password was verified against; nil if no password was required. Throws
  ///     ``StoreError/notFound`` if the password was changed meanwhile.
  /// - Throws: ``StoreError/forbidden`` if the account is disabled.
  @discardableResult package func beginSession(
    digest: Data, for account: AccountID, agent: String, replacing old: Data?, verified record: String? = nil,
    recording entry: AccountEventEntry? = nil
  ) async throws(StoreError) -> Session {
    try await write(by: account) { db, now in
      let current = try db.row(
        """
        SELECT c.record, a.disabled IS NOT NULL FROM accounts a LEFT JOIN credentials c ON c.account = a.id
        WHERE a.id = ? AND a.removed IS NULL
        """, [account.value]
      ) { (record: $0[0] as String?, isDisabled: $0[1] as Bool) }
      guard let current, record == nil || record == current.record else { throw StoreError.notFound }
      if current.isDisabled { throw StoreError.forbidden(.role) }
      if let old { try db.replaceSession(digest: old, now) }
      try db.run(
        "INSERT INTO sessions (account, digest, begun, seen, agent) VALUES (?, ?, ?, ?, ?)",
        [account.value, digest, now.value, now.value, agent.cut(toBytes: Limits.agentBytes)])
      let id = db.lastInsertedRowID
      try db.limitSessions(of: account, keeping: SessionID(id), now)
      if let entry { try db.addAccountEvent(entry, of: account, now) }
      let session = try db.row(SessionQuery.byID, [id], SessionQuery.session)
      guard let session else { throw StoreError.internal("a session that is gone as soon as it began") }
      return session
    }
  }

  /// The session of a token, active or ended; nil if none is stored.
  ///
  /// Only reads. An expired session is returned as ended, according to the current time; ``sweep()`` ends it permanently, once
  /// the clock looks right.
  package func session(digest: Data) async throws(StoreError) -> FoundSession? {
    try requireOpen(for: .reading)
    // Before the data: whatever is written meanwhile raises the version.
    let newest = readerVersions.newest
    let found = try await readShortly { db in try db.row(SessionQuery.found, [digest], SessionQuery.foundSession) }
    guard var found else { return nil }
    let version = readerVersions.version(of: found.account.id)
    if let newest, let version, version <= newest { found.readerVersion = version }
    return found.now(Milliseconds(now()))
  }

  /// A session that was read before, as it is now; nil if anything was written since that concerns its account.
  package func session(_ known: FoundSession) throws(StoreError) -> FoundSession? {
    try requireOpen(for: .reading)
    guard let version = known.readerVersion, version == readerVersions.version(of: known.account.id) else { return nil }
    return known.now(Milliseconds(now()))
  }

  /// Stores when active sessions were used. Calling it once an hour is enough, because the time is shown to the hour.
  package func touch(_ uses: [SessionID: Date]) async throws(StoreError) {
    try await write { db, _ in
      for (session, moment) in uses {
        try db.run(
          "UPDATE sessions SET seen = ?1 WHERE id = ?2 AND ended IS NULL AND seen < ?1",
          [Milliseconds(moment).value, session.value])
      }
    }
  }
}

extension String {
  /// The longest prefix that fits into `limit` bytes of UTF-8, cut between characters.
  func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var bytes = 0
    let kept = unicodeScalars.prefix { scalar in
      bytes += UTF8.width(scalar)
      return bytes <= limit
    }
    return String(kept)
  }
}

enum SessionQuery {
  private static let columns = "s.id, s.account, s.begun, s.seen, s.agent, s.reason"

  // Runs on every request: one row by its digest, and its account.
  static let found = """
    SELECT \(columns), \(AccountQuery.columns), (SELECT value FROM meta WHERE key = 'epoch'),
      EXISTS (SELECT 1 FROM channels h WHERE h.account = s.account AND h.paused IS NOT NULL AND h.ended IS NULL)
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
      AND NOT EXISTS (SELECT 1 FROM saved_drafts WHERE session = sessions.id)
    """

  static let living = "SELECT \(columns) FROM sessions s WHERE s.ended IS NULL"

  static let byID = "SELECT \(columns) FROM sessions s WHERE s.id = ?"

  static let ofDigest = "SELECT \(columns) FROM sessions s WHERE s.digest = ?"

  static func foundSession(_ row: Row) throws -> FoundSession {
    FoundSession(
      session: try session(row), account: try AccountQuery.account(row, from: 6),
      epoch: row[6 + AccountQuery.columnCount], hasPausedChannel: row[7 + AccountQuery.columnCount])
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

extension FoundSession {
  /// The result at a moment: its session is ended if its time is over.
  fileprivate func now(_ now: Milliseconds) -> FoundSession {
    guard session.ended == nil, let end = session.overdue(at: now) else { return self }
    var found = self
    found.session = session.ended(as: end)
    return found
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
