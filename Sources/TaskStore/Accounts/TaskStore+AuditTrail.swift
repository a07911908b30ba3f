import GRDB
package import Tasks

package struct AccountEventEntry: Hashable, Sendable {
  package let kind: AccountEvent.Kind
  package let origin: AccountEvent.Origin
  package let times: Int

  /// Creates an entry, by default for a single occurrence.
  package init(_ kind: AccountEvent.Kind, from origin: AccountEvent.Origin, times: Int = 1) {
    (self.kind, self.origin, self.times) = (kind, origin, times)
  }
}

extension AccountStore {
  /// A page of an account's audit trail, the newest entries first.
  /// - Parameter before: returns only events before this one; nil for the newest.
  package func accountEvents(before: AccountEventID? = nil, limit: Int) async throws(Problem) -> AccountEventPage {
    try await read { db in
      let events = try db.rows(
        AccountEventQuery.page, [account.value, before?.value ?? .max, limit + 1], AccountEventQuery.event)
      return AccountEventPage(events: events.prefix(limit).compactMap(\.self), hasOlder: events.count > limit)
    }
  }

  package func addAccountEvent(_ entry: AccountEventEntry) async throws(Problem) {
    try await write { db, now in try db.addAccountEvent(entry, of: account, now) }
  }
}

extension TaskStore {
  /// Adds entries to the audit trails of accounts. Occurrences from one network and browser within an hour are counted in one
  /// entry; refused attempts from one network are, whatever the browser. The oldest entries of a kind beyond the limit are
  /// deleted.
  ///
  /// Entries of removed accounts are ignored.
  package func addAccountEvents(_ entries: [(AccountID, AccountEventEntry)]) async throws(StoreError) {
    guard !entries.isEmpty else { return }
    try await write { db, now in
      for (account, entry) in entries { try db.addAccountEvent(entry, of: account, now) }
    }
  }

  /// Whether the account with this name, in any spelling, has signed in from the network before, as far as the audit trail goes
  /// back.
  package func hasSignedIn(_ name: Username, from network: String) async throws(StoreError) -> Bool {
    try await readShortly { db in try db.row(AccountEventQuery.hasSignedIn, [name.key, network]) { $0[0] } ?? false }
  }
}

extension Database {
  func addAccountEvent(_ entry: AccountEventEntry, of account: AccountID, _ now: Milliseconds) throws {
    let agent = entry.origin.agent.cut(toBytes: Limits.agentBytes)
    try run(
      AccountEventQuery.count,
      [
        account.value, entry.kind.rawValue, entry.origin.network, entry.kind.isRefusal ? nil : agent,
        (now - .seconds(3600)).value, now.value, entry.times, agent,
      ])
    guard changesCount == 0 else { return }
    try run(
      AccountEventQuery.insert,
      [account.value, entry.kind.rawValue, entry.origin.network, agent, now.value, entry.times])
    try run(AccountEventQuery.makeRoom, [account.value, entry.kind.rawValue, Limits.accountEventsOfAKind])
  }

  /// Deletes entries that are older than ``Limits/accountEventDays``.
  func sweepAccountEvents(_ now: Milliseconds) throws {
    try run("DELETE FROM account_events WHERE last < ?", [now.days(-Limits.accountEventDays).value])
  }
}

private enum AccountEventQuery {
  // The hour begins with the first occurrence, so a continuing event gets an entry per hour.
  static let count = """
    UPDATE account_events SET times = times + ?7, last = max(last, ?6), agent = ?8 WHERE id = (
      SELECT id FROM account_events
      WHERE account = ?1 AND kind = ?2 AND network IS ?3 AND (?4 IS NULL OR agent = ?4) AND at > ?5 AND at <= ?6
      ORDER BY id DESC LIMIT 1)
    """

  static let insert = """
    INSERT INTO account_events (account, kind, network, agent, at, last, times)
    SELECT a.id, ?2, ?3, ?4, ?5, ?5, ?6 FROM accounts a WHERE a.id = ?1 AND a.removed IS NULL
    """

  static let makeRoom = """
    DELETE FROM account_events WHERE account = ?1 AND kind = ?2
      AND id NOT IN (SELECT id FROM account_events WHERE account = ?1 AND kind = ?2 ORDER BY id DESC LIMIT ?3)
    """

  static let page = """
    SELECT e.id, e.kind, e.at, e.last, e.times, e.network, e.agent FROM account_events e
    WHERE e.account = ? AND e.id < ? ORDER BY e.id DESC LIMIT ?
    """

  static let hasSignedIn = """
    SELECT EXISTS (
      SELECT 1 FROM credentials c CROSS JOIN account_events e ON e.account = c.account
      WHERE c.key = ? AND e.kind = 'signed-in' AND e.network = ?)
    """

  /// Nil for an entry of an unknown kind.
  @Sendable static func event(_ row: Row) -> AccountEvent? {
    guard let kind = AccountEvent.Kind(rawValue: row[1]) else { return nil }
    return AccountEvent(
      id: row.id(0), kind: kind, at: row.date(2), last: row.date(3), times: row[4],
      origin: AccountEvent.Origin(network: row[5], agent: row[6]))
  }
}
