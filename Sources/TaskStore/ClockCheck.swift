import GRDB

extension TaskStore {
  /// Whether the machine's clock fits what was written lately. A machine may start with a clock of 1971 or 2099 that is put right
  /// a little later; until then nothing may be purged for its age.
  public func clockLooksRight() async throws(StoreError) -> Bool {
    let now = Milliseconds(now())
    return try await read { db in try db.clockLooksRight(now) }
  }
}

extension Database {
  /// Whether most of what was written last was written in the year before now. Most of it, not the newest: a few rows may have been
  /// written while the clock was wrong. A day is left for clocks that are put right by some hours.
  func clockLooksRight(_ now: Milliseconds) throws -> Bool {
    let bounds: StatementArguments = [now.days(-400).value, now.days(1).value]
    let count = try row(ClockQuery.recent, bounds) { row in (all: row[0] as Int, near: row[1] as Int) }
    guard let count, count.all > 0 else { return true }
    return count.near * 2 > count.all
  }
}

private enum ClockQuery {
  // By number, not by time: the order in which rows were written is known whatever the clock said.
  static let recent = """
    SELECT count(*), coalesce(sum(at BETWEEN ?1 AND ?2), 0) FROM (
      SELECT * FROM (SELECT at FROM changes ORDER BY id DESC LIMIT 20)
      UNION ALL
      SELECT * FROM (SELECT begun FROM sessions ORDER BY id DESC LIMIT 20))
    """
}
