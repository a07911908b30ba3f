import GRDB

/// Numbers of a whole database, for the operator.
package struct Totals: Hashable, Sendable {
  /// The number of accounts that can sign in, disabled ones included.
  package let accounts: Int
  package let sources: SourceTotals

  package init(accounts: Int, sources: SourceTotals) { (self.accounts, self.sources) = (accounts, sources) }
}

/// The numbers of followed lists by their state.
package struct SourceTotals: Hashable, Sendable {
  package let ok, failing: Int
  /// The sources that were never fetched.
  package let waiting: Int

  package init(ok: Int, failing: Int, waiting: Int) { (self.ok, self.failing, self.waiting) = (ok, failing, waiting) }
}

/// The numbers of messages that remind, and of the channels to which none are sent.
package struct ReminderTotals: Hashable, Sendable {
  /// Within the last day.
  package let sent, failed: Int
  /// The messages that are to be sent, or sent again.
  package let waiting: Int
  /// The channels that are paused.
  package let paused: Int

  package init(sent: Int, failed: Int, waiting: Int, paused: Int) {
    (self.sent, self.failed, self.waiting, self.paused) = (sent, failed, waiting, paused)
  }
}

extension TaskStore {
  /// Counts messages that remind, and paused channels.
  func reminderTotals() async throws(StoreError) -> ReminderTotals {
    let since = Milliseconds(now()) - .seconds(86_400)
    return try await read { db in
      func ended(_ outcome: String) throws -> Int { try db.count(TotalsQuery.reminders, [since.value, outcome]) }
      return ReminderTotals(
        sent: try ended("sent"), failed: try ended("failed"), waiting: try db.count(TotalsQuery.waiting, []),
        paused: try db.count(TotalsQuery.paused, []))
    }
  }

  /// The sizes of the database file and its write-ahead log, in bytes; nil in memory.
  package var fileSizes: (database: UInt64, log: UInt64)? {
    files.map { (FileSize.bytes(of: $0.path) ?? 0, FileSize.bytes(of: $0.path + "-wal") ?? 0) }
  }

  /// Counts accounts and followed lists.
  package func totals() async throws(StoreError) -> Totals {
    try await read { db in
      let accounts = try db.count("SELECT count(*) FROM credentials", [])
      let sources = try db.row(TotalsQuery.sources, []) { SourceTotals(ok: $0[0], failing: $0[1], waiting: $0[2]) }
      return Totals(accounts: accounts, sources: sources ?? SourceTotals(ok: 0, failing: 0, waiting: 0))
    }
  }
}

private enum TotalsQuery {
  static let reminders = "SELECT count(*) FROM deliveries WHERE ended >= ? AND outcome = ?"
  static let waiting = "SELECT count(*) FROM deliveries WHERE next IS NOT NULL"
  static let paused = "SELECT count(*) FROM channels WHERE paused IS NOT NULL AND ended IS NULL"

  static let sources = """
    SELECT count(*) FILTER (WHERE s.failure IS NULL AND s.format IS NOT NULL),
      count(*) FILTER (WHERE s.failure IS NOT NULL),
      count(*) FILTER (WHERE s.failure IS NULL AND s.format IS NULL)
    FROM sources s CROSS JOIN lists l ON l.id = s.list WHERE s.account IS NULL AND l.deleted IS NULL
    """
}
