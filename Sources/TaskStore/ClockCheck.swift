import GRDB

extension TaskStore {
  /// Whether the machine's clock is consistent with recent rows. A machine may start with a clock of 1971 or 2099 that is
  /// corrected later; until then nothing may be purged by age.
  package func clockLooksRight() async throws(StoreError) -> Bool {
    let now = Milliseconds(now())
    return try await read { db in try db.clockLooksRight(now) }
  }
}

extension Database {
  /// Whether most of the latest rows are dated between 400 days ago and tomorrow. The majority decides, since a few rows may have
  /// been written while the clock was wrong. A day of tolerance allows for corrections by some hours.
  func clockLooksRight(_ now: Milliseconds) throws -> Bool {
    let bounds: StatementArguments = [now.days(-400).value, now.days(1).value]
    let count = try row(ClockQuery.recent, bounds) { row in (all: row[0] as Int, near: row[1] as Int) }
    guard let count, count.all > 0 else { return true }
    return count.near * 2 > count.all
  }
}

private enum ClockQuery {
  // Ordered by id, which gives the order of insertion whatever the clock said.
  static let recent = """
    SELECT count(*), coalesce(sum(at BETWEEN ?1 AND ?2), 0) FROM (
      SELECT * FROM (SELECT at FROM changes ORDER BY id DESC LIMIT 20)
      UNION ALL
      SELECT * FROM (SELECT begun FROM sessions ORDER BY id DESC LIMIT 20))
    """
}
