import GRDB
import Tasks

extension Database {
  /// Writes that a source came to a state, or that it is still in it; the oldest of too many events go.
  func addEvent(_ state: SourceEvent.State, of source: SourceID, _ now: Milliseconds) throws {
    let last = try row(EventQuery.last, [source.value]) { row in
      (id: row[8] as Int64, state: try SourceQuery.event(row).state)
    }
    if let last, last.state == state {
      try run("UPDATE source_events SET last = ?, times = times + 1 WHERE id = ?", [now.value, last.id])
      return
    }
    let (failure, counts) = parts(of: state)
    try run(
      """
      INSERT INTO source_events (source, at, last, times, failure, failure_detail, open, closed, skipped)
      VALUES (?1, ?2, ?2, 1, ?3, ?4, ?5, ?6, ?7)
      """,
      [
        source.value, now.value, failure?.code, failure?.detail, counts?.open, counts?.closed, counts?.skipped,
      ])
    try run(EventQuery.makeRoom, [source.value, Limits.sourceEvents])
  }

  private typealias Counts = (open: Int, closed: Int, skipped: Int)

  private func parts(of state: SourceEvent.State) -> (failure: (code: String, detail: String?)?, counts: Counts?) {
    switch state {
    case .failed(let failure): (failure.stored, nil)
    case .empty: (nil, (0, 0, 0))
    case .content(let open, let closed, let skipped): (nil, (open, closed, skipped))
    }
  }
}

private enum EventQuery {
  static let last = """
    SELECT e.at, e.last, e.times, e.failure, e.failure_detail, e.open, e.closed, e.skipped, e.id FROM source_events e
    WHERE e.source = ? ORDER BY e.id DESC LIMIT 1
    """

  static let makeRoom = """
    DELETE FROM source_events WHERE source = ?1
      AND id NOT IN (SELECT id FROM source_events WHERE source = ?1 ORDER BY id DESC LIMIT ?2)
    """
}
