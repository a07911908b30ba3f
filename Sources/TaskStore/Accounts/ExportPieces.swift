import Foundation
import GRDB
import Synchronization
public import Tasks

/// Whether an export tells names, passwords and queries in the addresses of sources.
public enum ExportedSecrets: Hashable, Sendable {
  /// The addresses are whole.
  case included
  /// The addresses are without them.
  case leftOut
}

/// An account's export on its way, piece by piece, all of it as it was at one moment.
///
/// No more than one piece is in memory. Of a file, it holds a connection and a read transaction of its own until it is let go of:
/// meanwhile SQLite can't begin its log anew, so whoever takes the pieces has to bound how long that takes. A database in memory
/// has one connection; there each piece is read by itself.
public struct ExportPieces: Sendable {
  /// About how many bytes a piece has; the last task in it may make it longer.
  static let size = 16 << 10

  private let reader: any DatabaseReader
  private var progress: ExportProgress
  private let isClosed: @Sendable () -> Bool

  fileprivate init(_ reader: any DatabaseReader, _ progress: ExportProgress, isClosed: @escaping @Sendable () -> Bool) {
    self.reader = reader
    self.progress = progress
    self.isClosed = isClosed
  }

  /// The next piece, in UTF-8; nil when there is none left.
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
  /// All that the account has, as the file that ``AccountExport/init(json:)`` reads: its lists in its order, then those in the trash,
  /// each with all of its tasks; of a list from elsewhere only where it lives.
  public func export(of account: AccountID, secrets: ExportedSecrets) async throws(StoreError) -> ExportPieces {
    try requireOpen(for: .reading)
    let now = Milliseconds(now())
    let reader = try await snapshot()
    do {
      // What can't be read at all is told before the first piece.
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

  /// What reads the database as it is now. It is opened on a thread of its own, for the disk may be slow.
  private func snapshot() async throws(StoreError) -> any DatabaseReader {
    guard let pool = database as? DatabasePool else { return database }
    do {
      return try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(
            with: Result { () throws -> any DatabaseReader in
              let snapshot = try pool.makeSnapshot()
              // It reads everything once. Pages that it kept would be of no use to anybody.
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

/// How far an export is.
private struct ExportProgress: Sendable {
  var text: ExportText
  private let lists: [ListHead]
  /// The list that is being written, by its place.
  private var place = 0
  private var hasBegun = false
  private var hasEnded = false
  /// The task that was written last.
  private var last = TaskPlace.first

  private struct ListHead: Sendable {
    let id: Int64
    let name: String
    let role: Role
    let created: Date
    let deleted: Date?
    let source: String?
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
        source: source.map { secrets == .included ? $0.url : $0.withoutSecrets })
    }
  }

  /// Reads until there is a piece, or the end is reached.
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
        name: list.name, role: list.role, created: list.created, deleted: list.deleted, source: list.source)
      (hasBegun, last) = (true, .first)
    }
    let tasks = try Row.fetchCursor(
      try db.cachedStatement(sql: ExportQuery.tasks), arguments: [list.id, last.position, last.id])
    while let row = try tasks.next() {
      text.add(try ExportQuery.task(row))
      last = TaskPlace(position: row[7], id: row[8])
      if text.bytes.count >= ExportPieces.size { return }
    }
    text.endList()
    (hasBegun, place) = (false, place + 1)
  }
}

private enum ExportQuery {
  static let lists = """
    SELECT l.id, l.name, m.role, l.created, l.deleted, s.url
    FROM memberships m CROSS JOIN lists l ON l.id = m.list LEFT JOIN sources s ON s.list = l.id
    WHERE m.account = ? ORDER BY l.deleted IS NOT NULL, m.position, m.list
    """

  static let tasks = """
    SELECT title, notes, due, priority, created, done, deleted, position, id FROM tasks
    WHERE list = ? AND (position, id) > (?, ?) ORDER BY position, id
    """

  static func task(_ row: Row) throws -> ExportedTask {
    ExportedTask(
      text: TaskDraft(title: row[0], notes: row[1] ?? "", due: try row.day(2), priority: try row.priority(3)),
      created: row.date(4), completed: row.moment(5)?.date, deleted: row.moment(6)?.date)
  }
}
