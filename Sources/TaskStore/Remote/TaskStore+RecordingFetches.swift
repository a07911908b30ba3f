public import Foundation
import GRDB
public import Tasks

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
  @discardableResult
  public func record(
    _ outcome: FetchOutcome, of id: SourceID, from address: SourceAddress, at moment: Date, next: Date
  ) async throws(StoreError) -> Source? {
    // Prepared before the transaction, to keep the writer free.
    let copy: NewCopy?
    do { copy = try NewCopy(outcome) } catch { throw StoreError(error, .writing) }
    let (at, next) = (Milliseconds(bounding: moment), Milliseconds(bounding: next))
    return try await write { db, _ in
      let found = try db.row(SourceQuery.plain, [id.value], SourceQuery.source)
      guard let source = found, source.address.url.utf8.elementsEqual(address.url.utf8) else { return nil }
      let recording = Recording(source: source, at: at, db: db)
      switch outcome {
      case .fetched(let list, let validators):
        let changes = try copy.flatMap { try recording.changes(to: $0) }
        if let copy { try recording.keep(copy) }
        // A repeating task may have its next instance tomorrow, so an unchanged file has to be fetched again too.
        try recording.succeed(list.repeats ? validators.forgotten : validators, changes)
      case .unchanged(let validators):
        try recording.succeed(recording.validators(after: validators))
      case .collections(let found):
        try db.keep(found, of: id)
        try recording.fail(found.isEmpty ? .noLists : .severalLists(found.count), notBefore: nil)
      case .failed(let failure, let notBefore):
        try recording.fail(failure, notBefore: notBefore.map(Milliseconds.init(bounding:)))
      }
      try db.run(
        "UPDATE sources SET revision = revision + 1, next = ?, wanted = NULL WHERE id = ?", [next.value, id.value])
      return try db.row(SourceQuery.plain, [id.value], SourceQuery.source)
    }
  }
}

private struct NewCopy {
  let list: ReadList
  let rows: [RemoteTaskRow]

  /// Nil unless the outcome has a list.
  init?(_ outcome: FetchOutcome) throws {
    guard case .fetched(let list, _) = outcome else { return nil }
    self.list = list
    rows = try list.tasks.map(RemoteTaskRow.init)
  }
}

/// Records one fetch of one source within a transaction.
private struct Recording {
  let source: Source
  let at: Milliseconds
  let db: Database

  var id: Int64 { source.id.value }

  /// Stores the copy. Unchanged tasks are not written again and keep their fetch time.
  func keep(_ copy: NewCopy) throws {
    let isSame = try source.copy != nil && storedRows() == copy.rows
    if !isSame {
      try replaceTasks(copy.rows)
      try db.countCopy(of: id)
    }
    let open = copy.rows.count { $0.isOpen }
    let title = copy.list.title.flatMap { $0.isEmpty ? nil : $0 }
    try db.run(
      """
      UPDATE sources SET format = ?, title = ?, open = ?, closed = ?, skipped = ?, omitted = ?,
        appointments = ?, checked = ?, origin = url,
        fetched = CASE WHEN ? THEN fetched ELSE ? END
      WHERE id = ?
      """,
      [
        copy.list.format.rawValue, title, open, copy.rows.count - open, max(copy.list.skipped, 0),
        max(copy.list.omitted, 0), max(copy.list.appointments, 0), at.value, isSame,
        at.value, id,
      ])
  }

  /// The changes from the stored copy to the new one; nil for the first copy of an address.
  func changes(to copy: NewCopy) throws -> SourceChanges? {
    guard let former = source.copy, !former.isFormer else { return nil }
    let before = try db.rows("SELECT key, title FROM source_tasks WHERE source = ? ORDER BY position", [id]) { row in
      (key: row[0] as String, title: row[1] as String)
    }
    return SourceChanges(from: before, to: copy.list.tasks.map { (key: $0.key, title: $0.title) })
  }

  private func storedRows() throws -> [RemoteTaskRow] {
    try db.rows(
      "SELECT \(RemoteTaskRow.columns) FROM source_tasks t WHERE t.source = ? ORDER BY t.position", [id],
      RemoteTaskRow.init)
  }

  private func replaceTasks(_ rows: [RemoteTaskRow]) throws {
    try db.run("DELETE FROM source_tasks WHERE source = ?", [id])
    let insertion = try db.cachedStatement(sql: RemoteTaskRow.insertion)
    for (position, row) in rows.enumerated() {
      let place = [id.databaseValue, position.databaseValue]
      try insertion.execute(arguments: StatementArguments(place + row.values.map(\.databaseValue)))
    }
  }

  /// The validators after a 304 response. A 304 need not repeat the stored validators (RFC 9110, section 15.4.5). Without a
  /// stored copy it is useless, so the next request is sent without validators.
  func validators(after told: Validators) -> Validators {
    guard source.copy != nil else { return .none }
    return Validators(
      etag: told.etag ?? source.validators.etag, lastModified: told.lastModified ?? source.validators.lastModified,
      collection: told.collection ?? source.validators.collection)
  }

  func succeed(_ validators: Validators, _ changes: SourceChanges? = nil) throws {
    try db.run(
      """
      UPDATE sources SET asked = ?1, checked = CASE WHEN format IS NULL THEN NULL ELSE ?1 END, etag = ?2, modified = ?3, ctag = ?5,
        not_before = NULL, failure = NULL, failure_detail = NULL, failing_since = NULL, failed_times = NULL
      WHERE id = ?4
      """, [at.value, validators.etag, validators.lastModified, id, validators.collection])
    let counts = try db.row("SELECT open, closed, skipped FROM sources WHERE id = ? AND format IS NOT NULL", [id]) {
      SourceEvent.State(open: $0[0], closed: $0[1], skipped: $0[2])
    }
    if let counts { try db.addEvent(counts, of: source, at, changes: changes) }
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
