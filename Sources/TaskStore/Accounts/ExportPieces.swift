import Foundation
import GRDB
import Synchronization
public import Tasks

/// Whether an export contains user names, passwords and queries in the addresses of sources.
public enum ExportedSecrets: Hashable, Sendable {
  /// The addresses are complete.
  case included
  /// The addresses are exported without them.
  case leftOut
}

/// An account's export, read piece by piece from one snapshot of the database.
///
/// Only one piece is in memory. For a file, the export holds a connection and a read transaction until it is deallocated. SQLite
/// cannot reset its log meanwhile, so the caller has to limit the duration. A database in memory has one connection, so each
/// piece is read in its own transaction.
public struct ExportPieces: Sendable {
  /// The approximate size of a piece, in bytes. The last task in a piece may exceed it.
  static let size = 16 << 10

  private let reader: any DatabaseReader
  private var progress: ExportProgress
  private let isClosed: @Sendable () -> Bool

  fileprivate init(_ reader: any DatabaseReader, _ progress: ExportProgress, isClosed: @escaping @Sendable () -> Bool) {
    self.reader = reader
    self.progress = progress
    self.isClosed = isClosed
  }

  /// The next piece, in UTF-8; nil at the end.
  public mutating func next() async throws(StoreError) -> [UInt8]? {
    if progress.text.bytes.isEmpty { try await read() }
    let piece = progress.text.take()
    return piece.isEmpty ? nil : piece
  }

  private mutating func read() async throws(StoreError) {
    if isClosed() { throw .unavailable(.closed, .reading) }
    do {
      progress = try await reader.read { [progress] db in
        var progress = progress
        try progress.read(db)
        return progress
      }
    } catch {
      throw StoreError(error, .reading)
    }
  }
}

extension TaskStore {
  /// The account's data in the format of ``ExportText``: its lists in order, then the lists in the trash, each
  /// with all of its tasks. Of a remote list only the address is exported.
  public func export(of account: AccountID, secrets: ExportedSecrets) async throws(StoreError) -> ExportPieces {
    try requireOpen(for: .reading)
    let now = Milliseconds(now())
    let reader = try await snapshot()
    do {
      // Reports an unreadable database before the first piece.
      let progress = try await reader.read { db in
        var progress = try ExportProgress(of: account, secrets, at: now, db)
        try progress.read(db)
        return progress
      }
      return ExportPieces(reader, progress) { [weak self] in self?.isClosed.load(ordering: .acquiring) ?? true }
    } catch {
      throw StoreError(error, .reading)
    }
  }

  /// A reader of the current snapshot, opened on a separate thread because the disk may be slow.
  private func snapshot() async throws(StoreError) -> any DatabaseReader {
    guard let pool = database as? DatabasePool else { return database }
    do {
      return try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(
            with: Result { () throws -> any DatabaseReader in
              let snapshot = try pool.makeSnapshot()
              // The export reads each page once, so a page cache is of no use.
              try snapshot.read { db in try db.execute(sql: "PRAGMA cache_size = -32") }
              return snapshot
            })
        }
      }
    } catch {
      throw StoreError(error, .reading)
    }
  }
}

/// The position of an export.
private struct ExportProgress: Sendable {
  var text: ExportText
  private let lists: [ListHead]
  /// The index of the current list.
  private var place = 0
  private var hasBegun = false
  private var hasEnded = false
  /// The place of the last exported task.
  private var last = TaskPlace.first

  private struct ListHead: Sendable {
    let id: Int64
    let name: String
    let role: Role
    let created: Date
    let deleted: Date?
    let source: String?
    let filter: String?
  }

  private struct TaskPlace: Sendable {
    let position: Int64
    let id: Int64

    static let first = TaskPlace(position: .min, id: .min)
  }

  init(of account: AccountID, _ secrets: ExportedSecrets, at now: Milliseconds, _ db: Database) throws {
    text = ExportText(account: try db.account(account).name, exported: now.date)
    lists = try db.rows(ExportQuery.lists, [account.value]) { row in
      guard let role = Role(rawValue: row[2]) else { throw StoreError.internal("an unknown role") }
      let source = (row[5] as String?).map { SourceAddress(url: $0, host: "") }
      return ListHead(
        id: row[0], name: row[1], role: role, created: row.date(3), deleted: row.moment(4)?.date,
        source: source.map { secrets == .included ? $0.url : $0.withoutSecrets }, filter: row[6])
    }
  }

  /// Reads until a piece is complete or the end is reached.
  mutating func read(_ db: Database) throws {
    while !hasEnded, text.bytes.count < ExportPieces.size {
      guard lists.indices.contains(place) else {
        text.end()
        hasEnded = true
        return
      }
      try read(lists[place], db)
    }
  }

  private mutating func read(_ list: ListHead, _ db: Database) throws {
    if !hasBegun {
      text.beginList(
        name: list.name, role: list.role, created: list.created, deleted: list.deleted, source: list.source,
        filter: list.filter)
      (hasBegun, last) = (true, .first)
    }
    let tasks = try Row.fetchCursor(
      try db.cachedStatement(sql: ExportQuery.tasks), arguments: [list.id, last.position, last.id])
    let first = ExportedColumn.count
    while let row = try tasks.next() {
      text.add(
        try TaskDraft(row, at: first), uid: row[ExportedColumn.uid], parent: row[ExportedColumn.parent],
        percent: row[ExportedColumn.percent],
        created: row.date(ExportedColumn.created), changed: row.moment(ExportedColumn.changed)?.date,
        completed: row.moment(ExportedColumn.done)?.date, deleted: row.moment(ExportedColumn.deleted)?.date)
      last = TaskPlace(position: row[ExportedColumn.position], id: row[ExportedColumn.id])
      if text.bytes.count >= ExportPieces.size { return }
    }
    text.endList()
    (hasBegun, place) = (false, place + 1)
  }
}

/// The columns of an exported task; those of `TaskField` follow.
private enum ExportedColumn: Int, SelectedColumn {
  case id, position, uid, parent, percent, created, changed, done, deleted

  var sql: String {
    switch self {
    case .id: "id"
    case .position: "position"
    case .uid: "uid"
    case .parent: "(SELECT p.uid FROM tasks p WHERE p.id = tasks.parent)"
    case .percent: "percent"
    case .created: "created"
    case .changed: "changed"
    case .done: "done"
    case .deleted: "deleted"
    }
  }
}

private enum ExportQuery {
  static let lists = """
    SELECT l.id, l.name, m.role, l.created, l.deleted, s.url,
      (SELECT f.query FROM filters f WHERE f.list = l.id)
    FROM memberships m CROSS JOIN lists l ON l.id = m.list LEFT JOIN sources s ON s.list = l.id
    WHERE m.account = ? ORDER BY l.deleted IS NOT NULL, m.position, m.list
    """

  static let tasks = """
    SELECT \(ExportedColumn.selection), \(TaskField.columns()) FROM tasks
    WHERE list = ? AND (position, id) > (?, ?) ORDER BY position, id
    """
}
