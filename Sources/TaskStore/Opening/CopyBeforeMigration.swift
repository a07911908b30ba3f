import Foundation
import GRDB

/// The copy of a database that is made beside it before its schema changes: `fourfold.sqlite.before-upgrade-20260301T093000Z`.
struct CopyBeforeMigration {
  /// The number of copies to keep.
  private static let kept = 2
  private static let infix = ".before-upgrade-"

  private let path: String
  private let copy: String

  init(path: String, at moment: Date) {
    self.path = path
    copy = path + Self.infix + FileTime.text(of: moment)
  }

  /// Makes the copy if the database has data and a migration is pending.
  /// - Returns: the path of the copy; nil if none was made.
  func make(
    unlessMigratedBy migrator: DatabaseMigrator, _ configuration: Configuration, _ notice: (OpeningNotice) -> Void
  ) throws -> String? {
    guard let size = FileSize.bytes(of: path), size > 0 else { return nil }
    var reading = configuration
    reading.readonly = true
    let source = try DatabaseQueue(path: path, configuration: reading)
    let (applied, isComplete) = try source.read { db in
      (try migrator.appliedIdentifiers(db), try migrator.hasCompletedMigrations(db))
    }
    if applied.isEmpty || isComplete {
      try source.close()
      return nil
    }
    try removeCopies(keeping: Self.kept - 1, notice)
    try requireRoom(for: size + (FileSize.bytes(of: path + "-wal") ?? 0))
    notice(.copying(to: copy))
    do {
      try write(from: source)
    } catch {
      throw OpenProblem.noCopy(path, reason: error.description)
    }
    try source.close()
    notice(.copied(to: copy))
    return copy
  }

  /// The copy gets its name when it is completely on the disk.
  private func write(from source: DatabaseQueue) throws(BackupProblem) {
    let file = try UnfinishedFile(for: copy)
    do throws(BackupProblem) {
      try DatabaseCopy(check: .quick, pace: .fast).write(source, at: path, into: file)
      try file.finish(replacing: true)
    } catch {
      file.abandon()
      throw error
    }
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
    let finished = copies.filter { !$0.hasSuffix(UnfinishedFile.suffix) }
    for name in copies where !finished.suffix(count).contains(name) {
      let old = folder.appending(path: name).path
      try FileManager.default.removeItem(atPath: old)
      notice(.removedCopy(old))
    }
  }
}
