public import Foundation
import GRDB
public import Tasks

extension AccountStore {
  /// The account's active sessions, the last used first.
  public func sessions() async throws(Problem) -> [Session] {
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
  ///   - entry: the entry for the account's audit trail.
  ///   - record: the record that the password was verified against; nil if no password was required. Throws
  ///     ``StoreError/notFound`` if the password was changed meanwhile.
  /// - Throws: ``StoreError/forbidden`` if the account is disabled.
  @discardableResult
  public func beginSession(
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
      if current.isDisabled { throw StoreError.forbidden }
      if let old { try db.replaceSession(digest: old, now) }
      try db.run(
        "INSERT INTO sessions (account, digest, begun, seen, agent) VALUES (?, ?, ?, ?, ?)",
        [account.value, digest, now.value, now.value, agent.cut(toBytes: Limits.agentBytes)])
      let id = db.lastInsertedRowID
      try db.limitSessions(of: account, keeping: SessionID(id), now)
      if let entry { try db.addAccountEvent(entry, of: account, now) }
      let session = try db.row(SessionQuery.one, [id], SessionQuery.session)
      guard let session else { throw StoreError.internal("a session that is gone as soon as it began") }
      return session
    }
  }

  /// The session of a token, active or ended; nil if none is stored.
  ///
  /// Only reads. An expired session is returned as ended, according to the current time; ``sweep()`` ends it permanently, once
  /// the clock looks right.
  public func session(digest: Data) async throws(StoreError) -> FoundSession? {
    guard var found = try await foundSession(digest) else { return nil }
    if found.session.ended == nil, let end = found.session.overdue(at: Milliseconds(now())) {
      found.session = found.session.ended(as: end)
    }
    return found
  }

  private func foundSession(_ digest: Data) async throws(StoreError) -> FoundSession? {
    try requireOpen(for: .reading)
    // Before the data: whatever is written meanwhile has another version.
    let version = self.version.current
    do throws(StoreError) {
      var found = try await readShortly { [lineage] db in
        guard var found = try db.row(SessionQuery.found, [digest], SessionQuery.foundSession) else {
          throw StoreError.notFound
        }
        found.epoch = lineage.name(for: try DatabaseEpoch.Mark(db)) ?? ""
        return found
      }
      if found.epoch.isEmpty { found.epoch = try await settledEpoch() }
      found.dataVersion = version
      return found
    } catch {
      guard error == .notFound else { throw error }
      return nil
    }
  }

  /// The name of a database that may have been restored.
  private func settledEpoch() async throws(StoreError) -> String {
    let known = lineage.newest
    let mark = try await read { db in try DatabaseEpoch.Mark(db) }
    return lineage.settle(mark, since: known)
  }

  /// Stores when active sessions were used. Calling it once an hour is enough, because the time is shown to the hour.
  public func touch(_ uses: [SessionID: Date]) async throws(StoreError) {
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
