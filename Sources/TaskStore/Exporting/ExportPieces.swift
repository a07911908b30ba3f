import Foundation
import GRDB
import Synchronization
import TaskFormats
import Tasks

/// An export, read piece by piece from one snapshot of the database.
///
/// Only one piece is in memory, and the ids of a list's tasks. For a file, the export holds a connection and a read
/// transaction until it is deallocated. SQLite cannot reset its log meanwhile, so the caller has to limit the duration. A database in
/// memory has one connection, so each piece is read in its own transaction.
package struct ExportPieces: Sendable {
  /// The approximate size of a piece, in bytes. The last task in a piece may exceed it.
  static let size = 16 << 10

  private let reader: any DatabaseReader
  private var progress: ExportProgress
  private let isClosed: @Sendable () -> Bool

  fileprivate init(_ reader: any DatabaseReader, _ progress: ExportProgress, isClosed: @escaping @Sendable () -> Bool) {
    (self.reader, self.progress, self.isClosed) = (reader, progress, isClosed)
  }

  package var tasks: Int { progress.tasks }

  /// The next piece, in UTF-8; nil at the end.
  package mutating func next() async throws(StoreError) -> [UInt8]? {
    if progress.pendingBytes == 0 { try await read() }
    let piece = progress.take()
    return piece.isEmpty ? nil : piece
  }

  /// Reads on a thread of low priority: an export delays no request.
  private mutating func read() async throws(StoreError) {
    if isClosed() { throw .unavailable(.closed, .reading) }
    do {
      progress = try await WorkThread.run { [reader, progress] _ in
        var progress = progress
        try reader.read { db in try progress.read(db) }
        return progress
      }
    } catch {
      throw StoreError(error, .reading)
    }
  }
}

extension AccountStore {
  /// An export of the account: lists in its order, lists in the trash last, and each task before its subtasks. Of a followed
  /// list only the address is exported.
  ///
  /// - Throws: ``StoreError/notFound`` and ``StoreError/gone(_:)`` for a list; for a search ``StoreError/conflict(_:)`` while some of the
  ///   tasks cannot be found yet.
  package func export(_ request: ExportRequest) async throws(Problem) -> ExportPieces {
    try await mapped { () throws(StoreError) in try await store.pieces(of: account, request) }
  }
}

extension TaskStore {
  fileprivate func pieces(of account: AccountID, _ request: ExportRequest) async throws(StoreError) -> ExportPieces {
    try requireOpen(for: .reading)
    let now = Milliseconds(now())
    let reader = try await snapshot()
    do {
      // Reports an unreadable database before the first piece.
      let progress = try await reader.read { db in
        var progress = try ExportProgress(of: account, request, at: now, db)
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
      return try await WorkThread.run { _ in
        let snapshot = try pool.makeSnapshot()
        // The export reads each page once, so a page cache is of no use.
        try snapshot.read { db in try db.execute(sql: "PRAGMA cache_size = -32") }
        return snapshot
      }
    } catch {
      throw StoreError(error, .reading)
    }
  }
}

struct ExportProgress: Sendable {
  private var writer: any ListWriter
  /// The lists that have not begun.
  private var lists: ArraySlice<ListExport>
  private let joined: String?
  private let includesTrash: Bool
  private let commentator: AccountID?
  /// The tasks of the current list that are still to be written.
  private var walk: ExportWalk?
  private var hasEnded = false
  private(set) var tasks = 0

  init(of account: AccountID, _ request: ExportRequest, at now: Milliseconds, _ db: Database) throws {
    lists = try db.exportedLists(of: account, request)[...]
    joined = request.joined
    commentator = request.format.isComplete ? account : nil
    includesTrash = request.format.holdsTrash && request.joined == nil
    writer = request.format.writer(
      account: try db.account(account).name, in: request.zone, now: now.date,
      severalLists: joined == nil && lists.count > 1)
    if let joined { writer.begin(PortableList(name: joined), role: .owner) }
  }

  /// The number of bytes that were not taken yet.
  var pendingBytes: Int { writer.bytes.count }

  /// Removes and returns the bytes written since the last call.
  mutating func take() -> [UInt8] { writer.take() }

  /// Reads until a piece is complete or the end is reached.
  mutating func read(_ db: Database) throws {
    while !hasEnded, writer.bytes.count < ExportPieces.size {
      if let row = try walk?.next(db) {
        writer.append(row.task, parent: row.parent)
        tasks += 1
      } else if let list = lists.popFirst() {
        if joined == nil { writer.begin(list.head, role: list.role) }
        walk = try ExportWalk(list, includesTrash: includesTrash, commentsFor: commentator, db)
      } else {
        writer.end()
        hasEnded = true
      }
    }
  }
}
