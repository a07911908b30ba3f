public import Foundation
import GRDB

/// A standby's copy that became a database of its own.
public struct TakenOverCopy: Hashable, Sendable {
  /// When the database was as the copy is.
  public let asOf: Date
  /// The standby's folder.
  public let folder: String
  /// Whether the folder tells the former server that it must not write there any more.
  public let isMarked: Bool
}

extension TaskStore {
  /// Makes a standby's copy at `path` a database of its own, after the checks of a restore: it must be exactly the last snapshot
  /// that arrived, undamaged, of a known schema, and without references that lead nowhere.
  ///
  /// Until everything is right, the copy remains one.
  /// - Returns: nil if the database is no standby's copy.
  /// - Throws: ``StandbyProblem/followed(_:)`` while another process follows.
  public static func takeOver(_ path: String) throws(StandbyProblem) -> TakenOverCopy? {
    let files = CopyFiles(path: path)
    guard let found = try files.readRecord() else { return nil }
    do {
      let copy = try StandbyCopy(takingOver: files, found)
      // Holds the lock.
      defer { withExtendedLifetime(copy) {} }
      var record = copy.record
      if record.phase == .empty { throw StandbyProblem.empty(path) }
      // With this phase the checks are passed, and the generation may be written already.
      if record.phase != .takenOver {
        guard try copy.isIntact() else { throw StandbyProblem.changed(path) }
        copy.unlockDatabase()
        try requireSound(path)
        record.phase = .takenOver
        record.generation += 1
        try files.write(record)
      }
      let queue = try DatabaseQueue(path: path, configuration: configuration(Settings()))
      try queue.write { [record] db in try Meta.set(db, key: "generation", to: String(record.generation)) }
      try queue.close()
      let isMarked: Bool
      do throws(StandbyProblem) {
        try StandbyFolder(path: record.folder).markTakenOver(record.generation)
        isMarked = true
      } catch {
        // The folder may be on the machine that is lost.
        isMarked = false
      }
      try files.remove()
      return TakenOverCopy(
        asOf: Milliseconds(value: record.at).date, folder: record.folder, isMarked: isMarked)
    } catch {
      throw StandbyProblem(error)
    }
  }

  private static func requireSound(_ path: String) throws {
    var configuration = configuration(Settings())
    // Validates pages before they are used.
    configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA cell_size_check = ON") }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.read { db in
      try Schema.requireMark(db, path)
      try Schema.requireKnown(db, path)
      if let finding = try String.fetchAll(db, sql: "PRAGMA integrity_check(1)").first(where: { $0 != "ok" }) {
        throw StandbyProblem.damaged(path, finding: finding)
      }
      if let finding = try FileCheck.brokenReferences(db).first {
        throw StandbyProblem.damaged(path, finding: finding)
      }
    }
    try queue.close()
  }

  /// Requires that the database at `path` is no standby's copy, which no other command may change.
  static func requireNoCopy(_ path: String) throws(OpenProblem) {
    if CopyFiles(path: path).isCopy { throw .standbyCopy(path) }
  }
}
