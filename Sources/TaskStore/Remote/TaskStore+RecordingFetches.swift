package import Foundation
import GRDB
package import TaskFormats
package import Tasks

extension TaskStore {
  /// Records the outcome of a fetch. This is not an edit: the list's changes and revision stay the same.
  ///
  /// - Parameters:
  ///   - outcome: the outcome. A failure keeps the last good copy.
  ///   - id: the source.
  ///   - address: the fetched address. The source may have another one by now.
  ///   - moment: when the fetch ended.
  ///   - next: when the next background refresh is due.
  /// - Returns: the updated source; nil, with nothing recorded, if the source is gone or has another address.
  @discardableResult package func record(
    _ outcome: FetchOutcome, of id: SourceID, from address: SourceAddress, at moment: Date, next: Date
  ) async throws(StoreError) -> Source? {
    let (at, next) = (Milliseconds(moment), Milliseconds(next))
    let reader = try await read { db in try db.row(SourceQuery.readerOf, [id.value]) { $0.id(0) as AccountID } }
    guard let reader else { return nil }
    var sync: SourceSync?
    if case .fetched(let list, _) = outcome { sync = SourceSync(list.tasks) }
    while true {
      let progress = try await write(concerning: [reader]) { [sync, quotas] db, now -> RecordingProgress in
        let found = try db.row(SourceQuery.plain, [id.value], SourceQuery.source)
        guard let source = found, source.address.url.utf8.elementsEqual(address.url.utf8) else { return .recorded(nil) }
        let recording = Recording(source: source, at: at, db: db)
        let write = Write(db: db, account: reader, now: now, quotas: quotas)
        if let rest = try recording.keep(outcome, sync, write) { return .unfinished(rest) }
        try db.run(
          "UPDATE sources SET revision = revision + 1, next = ?, wanted = NULL WHERE id = ?", [next.value, id.value])
        return .recorded(try db.row(SourceQuery.plain, [id.value], SourceQuery.source))
      }
      switch progress {
      case .recorded(let source): return source
      case .unfinished(let rest): sync = rest
      }
    }
  }
}

private enum RecordingProgress {
  case recorded(Source?)
  /// More rows have to be written than in one transaction.
  case unfinished(SourceSync)
}

/// Records one fetch of one source within a transaction.
private struct Recording {
  let source: Source
  let at: Milliseconds
  let db: Database

  var id: Int64 { source.id.value }

  /// Records an outcome. Returns what is left to be written in other transactions; nil if it is all recorded.
  func keep(_ outcome: FetchOutcome, _ sync: SourceSync?, _ write: Write) throws -> SourceSync? {
    switch outcome {
    case .fetched(let list, let validators):
      guard var sync else { return nil }
      let tasks = try db.one("SELECT list FROM sources WHERE id = ?", [id]) { $0.id(0) as ListID }
      guard try sync.run(source, in: tasks, write) else {
        try db.run("UPDATE sources SET revision = revision + 1 WHERE id = ?", [id])
        return sync
      }
      try keep(list, isSame: source.copy != nil && !sync.isChanged)
      // A repeating task may have its next instance tomorrow, so an unchanged file has to be fetched again too.
      try succeed(list.repeats ? validators.forgotten : validators, sync.changes)
    case .unchanged(let validators): try succeed(self.validators(after: validators))
    case .collections(let found):
      try db.keep(found, of: source.id)
      try fail(found.isEmpty ? .noLists : .severalLists(found.count), notBefore: nil)
    case .failed(let failure, let notBefore):
      try fail(failure, notBefore: notBefore.map { Milliseconds($0) })
    }
    return nil
  }

  /// Stores what is known of a copy beside its tasks. One with the same tasks keeps its fetch time.
  private func keep(_ list: ReadList, isSame: Bool) throws {
    let title = list.title.flatMap { $0.isEmpty ? nil : $0 }
    try db.run(
      """
      UPDATE sources SET format = ?, title = ?, skipped = ?, omitted = ?, appointments = ?, checked = ?, origin = url,
        fetched = CASE WHEN ? THEN fetched ELSE ? END
      WHERE id = ?
      """,
      [
        list.format.rawValue, title, max(list.skipped, 0), max(list.omitted, 0), max(list.appointments, 0), at.value,
        isSame, at.value, id,
      ])
  }

  /// The validators after a 304 response. A 304 need not repeat the stored validators (RFC 9110, section 15.4.5). Without a
  /// stored copy it is useless, so the next request is sent without validators.
  func validators(after new: Validators) -> Validators {
    guard source.copy != nil else { return .none }
    return Validators(
      etag: new.etag ?? source.validators.etag, lastModified: new.lastModified ?? source.validators.lastModified,
      collection: new.collection ?? source.validators.collection)
  }

  func succeed(_ validators: Validators, _ changes: SourceChanges? = nil) throws {
    try db.run(
      """
      UPDATE sources SET asked = ?1, checked = CASE WHEN format IS NULL THEN NULL ELSE ?1 END, etag = ?2, modified = ?3, ctag = ?5,
        not_before = NULL, failure = NULL, failure_detail = NULL, failing_since = NULL, failed_times = NULL
      WHERE id = ?4
      """, [at.value, validators.etag, validators.lastModified, id, validators.collection])
    guard let copy = try db.row(SourceQuery.plain, [id], SourceQuery.source)?.copy else { return }
    let counts = SourceEvent.State(open: copy.open, closed: copy.closed, skipped: copy.skipped)
    try db.addEvent(counts, of: source, at, changes: changes)
  }

  func fail(_ failure: SourceFailure, notBefore: Milliseconds?) throws {
    let (code, detail) = failure.stored
    try db.run(
      """
      UPDATE sources SET asked = ?1, not_before = ?2, failure = ?3, failure_detail = ?4,
        failing_since = coalesce(failing_since, ?1), failed_times = coalesce(failed_times, 0) + 1
      WHERE id = ?5
      """, [at.value, notBefore?.value, code, detail, id])
    try db.addEvent(.failed(failure), of: source, at)
  }
}

extension Database {
  /// Records a state of a source. A repeated state updates the last event, unless there are changes. The oldest events beyond the
  /// limit are deleted.
  func addEvent(
    _ state: SourceEvent.State, of source: Source, _ now: Milliseconds, changes: SourceChanges? = nil
  ) throws {
    let (id, host) = (source.id.value, source.address.host)
    let last = try row(EventQuery.last, [id]) { row in
      (id: row[SourceEventColumn.id] as Int64, event: SourceQuery.event(row))
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

extension AccountStore {
  /// Records that a user requested a refresh of a list. Throws ``StoreError/notFound`` for own lists too.
  package func wantRefresh(of list: ListID) async throws(Problem) {
    try await write { db, now in
      try db.requireReadable(list, for: account)
      try db.role(of: account, in: list)?.require(.follow)
      try db.run("UPDATE sources SET wanted = ?, revision = revision + 1 WHERE list = ?", [now.value, list.value])
      guard db.changesCount == 1 else { throw StoreError.notFound }
    }
  }

  /// Records that a user requested a refresh of a source, which may be a draft.
  package func wantRefresh(source id: SourceID) async throws(Problem) {
    try await write { db, now in
      let source = try db.source(id, for: account)
      try db.run("UPDATE sources SET wanted = ?, revision = revision + 1 WHERE id = ?", [now.value, source.id.value])
    }
  }
}

extension TaskStore {
  /// The followed sources with a background refresh due at `moment`, the longest overdue first, at most `limit` of them. Excludes
  /// lists in the trash, and sources whose server asked to wait longer.
  package func dueSources(at moment: Date, limit: Int) async throws(StoreError) -> [DueSource] {
    try await read { db in
      try db.rows(SourceQuery.due, [Milliseconds(moment).value, limit]) { row in
        DueSource(id: row.id(0), account: row.id(1), zone: row[2])
      }
    }
  }
}

/// The result of drafting a source: a draft for preview, or a list that exists already.
package enum DraftedSource: Hashable, Sendable {
  /// A draft of a source that the account does not follow yet.
  case draft(SourceID)
  /// A list of the account that follows the address already.
  case followed(ListID)
}

/// A source whose background refresh is due.
package struct DueSource: Hashable, Sendable {
  package let id: SourceID
  /// The account to fetch it for: the first of the list's owners.
  package let account: AccountID
  /// The time zone of that account; nil for the server's.
  package let zone: String?
}
