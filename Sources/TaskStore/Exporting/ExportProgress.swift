import Foundation
import GRDB
import Tasks

struct ExportProgress: Sendable {
  private var writer: any ListWriter
  private let lists: [ListExport]
  private let joined: String?
  private let includesTrash: Bool
  /// The index of the current list.
  private var place = 0
  /// The tasks of the current list that are still to be written; nil before it has begun.
  private var walk: ExportWalk?
  private var hasEnded = false
  private(set) var tasks = 0

  init(of account: AccountID, _ request: ExportRequest, at now: Milliseconds, _ db: Database) throws {
    lists = try db.exportedLists(of: account, request)
    joined = request.joined
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
      guard lists.indices.contains(place) else {
        writer.end()
        hasEnded = true
        return
      }
      try read(lists[place], db)
    }
  }

  private mutating func read(_ list: ListExport, _ db: Database) throws {
    var walk: ExportWalk
    if let begun = self.walk {
      walk = begun
    } else {
      if joined == nil { writer.begin(list.head, role: list.role) }
      walk = try ExportWalk(list.tasks, of: list.id, includesTrash: includesTrash, db)
    }
    // The walk is in one place only, so that its rows are not copied.
    self.walk = nil
    while writer.bytes.count < ExportPieces.size {
      guard let row = try walk.next(db) else {
        place += 1
        return
      }
      writer.append(row.task, parent: row.parent)
      tasks += 1
    }
    self.walk = walk
  }
}
