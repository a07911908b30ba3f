import Foundation
import GRDB

/// The copy of a database that is made beside it before its schema changes: `fourfold.sqlite.before-upgrade-20260301T093000Z`.
struct CopyBeforeMigration {
  /// The number of copies to keep.
  private static let kept = 2
  private static let infix = ".before-upgrade-"
  private static let unfinished = ".unfinished"

  private let path: String
  private let copy: String

  init(path: String, at moment: Date) {
    self.path = path
    let time = moment.formatted(Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted))
    copy = path + Self.infix + time
  }

  /// Makes the copy if the database has data and a migration is pending.
  func make(
    unlessMigratedBy migrator: DatabaseMigrator, _ configuration: Configuration, _ notice: (OpeningNotice) -> Void
  ) throws {
    guard let size = FileSize.bytes(of: path), size > 0 else { return }
    var reading = configuration
    reading.readonly = true
    let source = try DatabaseQueue(path: path, configuration: reading)
    let (applied, isComplete) = try source.read { db in
      (try migrator.appliedIdentifiers(db), try migrator.hasCompletedMigrations(db))
    }
    if applied.isEmpty || isComplete { return try source.close() }
    try removeCopies(keeping: Self.kept - 1, notice)
    try requireRoom(for: size + (FileSize.bytes(of: path + "-wal") ?? 0))
    notice(.copying(to: copy))
    do {
      try write(from: source)
    } catch {
      throw OpenProblem.noCopy(path, reason: (error as? DatabaseError)?.message ?? "\(error)")
    }
    try source.close()
    notice(.copied(to: copy))
  }

  /// Writes under a temporary name. The copy is renamed when it is completely on the disk.
  private func write(from source: DatabaseQueue) throws {
    let unfinished = copy + Self.unfinished
    if FileManager.default.fileExists(atPath: unfinished) { try FileManager.default.removeItem(atPath: unfinished) }
    let file = open(unfinished, O_CREAT | O_EXCL | O_RDWR, 0o600)
    guard file >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    defer { close(file) }
    let target = try DatabaseQueue(path: unfinished)
    try source.backup(to: target)
    let problems = try target.read { db in try String.fetchAll(db, sql: "PRAGMA quick_check(1)") }
    // A single file, without a log beside it that could be left behind.
    try target.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA journal_mode = DELETE") }
    try target.close()
    guard problems == ["ok"] else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the copy is damaged") }
    guard fsync(file) == 0, rename(unfinished, copy) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    try syncFolder()
  }

  private func syncFolder() throws {
    let folder = open(URL(fileURLWithPath: path).deletingLastPathComponent().path, O_RDONLY)
    guard folder >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  /// Requires room for the copy and for the migration, which may rewrite the whole database.
  private func requireRoom(for bytes: UInt64) throws(OpenProblem) {
    guard let free = FileSize.freeBytes(beside: path), free < 2 * bytes else { return }
    throw .noRoomForCopy(path, bytes: 2 * bytes)
  }

  private func removeCopies(keeping count: Int, _ notice: (OpeningNotice) -> Void) throws {
    let database = URL(fileURLWithPath: path)
    let folder = database.deletingLastPathComponent()
    // Sorted by name, which contains the time.
    let copies = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix(database.lastPathComponent + Self.infix) }.sorted()
    let finished = copies.filter { !$0.hasSuffix(Self.unfinished) }
    for name in copies where !finished.suffix(count).contains(name) {
      let old = folder.appending(path: name).path
      try FileManager.default.removeItem(atPath: old)
      notice(.removedCopy(old))
    }
  }
}
