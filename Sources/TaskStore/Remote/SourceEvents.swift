import Foundation
import GRDB
import Tasks

extension Database {
  /// Records a state of a source. A repeated state updates the last event, unless there are changes. The oldest events beyond the
  /// limit are deleted.
  func addEvent(
    _ state: SourceEvent.State, of source: Source, _ now: Milliseconds, changes: SourceChanges? = nil
  ) throws {
    let (id, host) = (source.id.value, source.address.host)
    let last = try row(EventQuery.last, [id]) { row in
      (id: row[SourceEventColumn.id] as Int64, event: try SourceQuery.event(row))
    }
    if let last, last.event.state == state, last.event.host == host, changes == nil, last.event.changes == nil {
      try run("UPDATE source_events SET last = ?, times = times + 1 WHERE id = ?", [now.value, last.id])
      return
    }
    let (failure, counts) = parts(of: state)
    try run(
      """
      INSERT INTO source_events (source, at, last, times, host, failure, failure_detail, open, closed, skipped,
        changes)
      VALUES (?1, ?2, ?2, 1, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """,
      [
        id, now.value, host, failure?.code, failure?.detail, counts?.open, counts?.closed, counts?.skipped,
        try changes.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) },
      ])
    try run(EventQuery.makeRoom, [id, Limits.sourceEvents])
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
    SELECT \(SourceEventColumn.selection)
    FROM source_events e WHERE e.source = ? ORDER BY e.id DESC LIMIT 1
    """

  static let makeRoom = """
    DELETE FROM source_events WHERE source = ?1
      AND id NOT IN (SELECT id FROM source_events WHERE source = ?1 ORDER BY id DESC LIMIT ?2)
    """
}
