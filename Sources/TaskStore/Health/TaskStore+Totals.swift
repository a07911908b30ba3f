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

extension TaskStore {
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
  static let sources = """
    SELECT count(*) FILTER (WHERE s.failure IS NULL AND s.format IS NOT NULL),
      count(*) FILTER (WHERE s.failure IS NOT NULL),
      count(*) FILTER (WHERE s.failure IS NULL AND s.format IS NULL)
    FROM sources s CROSS JOIN lists l ON l.id = s.list WHERE s.account IS NULL AND l.deleted IS NULL
    """
}
