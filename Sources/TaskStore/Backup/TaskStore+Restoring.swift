public import Foundation
import GRDB

/// A database that was restored.
public struct RestoredDatabase: Hashable, Sendable {
  /// The size of the database in bytes.
  public let bytes: UInt64
  /// Where the replaced database is now; nil if there was none.
  public let replaced: String?
}

extension TaskStore {
  /// Replaces the database at `path`, which no process may have open, by the backup in `file`.
  ///
  /// The backup is checked first. Unless everything is right, the database stays as it is. The replaced database is kept beside
  /// the new one, as `….replaced-20260301T093000Z`. The server begins a new epoch with its next start.
  public static func restore(
    _ file: String, to path: String, at now: Date = Date(),
    progress: @escaping @Sendable (BackupStage) -> Void = { _ in }
  ) async throws(BackupProblem) -> RestoredDatabase {
    do {
      return try await WorkThread.run { cancellation in
        try requireFile(file)
        if DatabaseFiles.isPart(file, of: path) { throw BackupProblem.sameFile(file) }
        try makeFolder(for: path)
        let lock = try lock(path)
        defer { lock?.remove() }
        return try replace(path, by: file, now, DatabaseCopy(cancellation: cancellation, progress: progress))
      }
    } catch {
      throw BackupProblem(error, copying: file, to: path)
    }
  }

  private static func requireFile(_ file: String) throws(BackupProblem) {
    var status = stat()
    guard stat(file, &status) == 0 else { throw .noBackup(file) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(file) }
  }

  /// Takes the lock of a server, so that none starts meanwhile; nil where the system has no such locks.
  private static func lock(_ path: String) throws(BackupProblem) -> ServerLock? {
    do throws(ServerLock.Problem) { return try ServerLock.take(on: path, at: nil) } catch {
      switch error {
      case .held: throw .inUse(path)
      case .obstructed(let file, let reason): throw .failed(path, reason: "\(file) is no lock: \(reason)")
      case .unavailable: return nil
      }
    }
  }

  private static func replace(
    _ path: String, by file: String, _ now: Date, _ copy: DatabaseCopy
  ) throws -> RestoredDatabase {
    let isThere = FileSize.bytes(of: path) != nil
    let unfinished = try UnfinishedFile(for: path)
    do {
      try unfinished.belong(toOwnerOf: isThere ? path : URL(fileURLWithPath: path).deletingLastPathComponent().path)
      let source = try DatabaseQueue(path: file, configuration: configuration(Settings()))
      try copy.write(
        source, at: file, into: unfinished,
        requiring: { db in
          try Schema.requireMark(db, file)
          try Schema.requireKnown(db, file)
          if try Schema.isUnbegun(db) { throw OpenProblem.unreadable(file, reason: "it is empty") }
          // Foreign triggers and views would act with every write and read.
          if let first = try Schema.differences(db).first { throw BackupProblem.otherSchema(file, difference: first) }
        }, { db in try requireReferences(db, file) })
      try source.close()
      let aside = "\(path).replaced-\(FileTime.text(of: now))"
      let restored = RestoredDatabase(bytes: unfinished.bytes, replaced: isThere ? aside : nil)
      try ReplacedDatabase(path: path, aside: aside).replace(with: unfinished)
      return restored
    } catch {
      unfinished.abandon()
      throw error
    }
  }

  private static func requireReferences(_ db: Database, _ file: String) throws {
    if let first = try FileCheck.brokenReferences(db).first { throw BackupProblem.contradictory(file, finding: first) }
  }
}

enum FileTime {
  private static let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)

  /// Such as `20260301T093000Z`.
  static func text(of time: Date) -> String { time.formatted(style) }

  /// Nil if the text is not of this form.
  static func time(of text: String) -> Date? {
    guard text.utf8.count == 16 else { return nil }
    do {
      let time = try Date(text, strategy: style)
      // Only one spelling of each time.
      return self.text(of: time) == text ? time : nil
    } catch {
      return nil
    }
  }
}
