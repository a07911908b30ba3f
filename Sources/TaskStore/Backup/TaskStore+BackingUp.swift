import Foundation
import GRDB
import Synchronization

package struct Backup: Hashable, Sendable {
  package let path: String
  /// The size of the copy in bytes.
  package let bytes: UInt64
}

extension TaskStore {
  /// Copies the database at `path` to a single file, checked and on the disk. Other processes may use the database meanwhile.
  ///
  /// The database keeps its schema, whatever version wrote it. The file appears under its name once it is complete.
  /// - Parameters:
  ///   - replacing: whether to replace an existing file.
  ///   - progress: receives the progress, on another thread.
  package static func backUp(
    _ path: String, to file: String, replacing: Bool = false,
    progress: @escaping @Sendable (BackupStage) -> Void = { _ in }
  ) async throws(BackupProblem) -> Backup {
    try await backUp(path, to: file, replacing: replacing, freeBytes: Settings().freeBytes, progress)
  }

  /// Copies the database of this store to a new file, like ``backUp(_:to:replacing:progress:)``.
  package func backUp(to file: String) async throws(BackupProblem) -> Backup {
    guard let files, !isClosed.load(ordering: .acquiring) else { throw .noDatabase("in memory") }
    let state = await lookAtFiles()
    guard state == .inPlace else { throw .source(.unreadable(files.path, reason: "it was moved while it was open")) }
    return try await Self.backUp(files.path, to: file, replacing: false, freeBytes: settings.freeBytes) { _ in }
  }

  private static func backUp(
    _ path: String, to file: String, replacing: Bool, freeBytes: @escaping @Sendable (String) -> UInt64?,
    _ progress: @escaping @Sendable (BackupStage) -> Void
  ) async throws(BackupProblem) -> Backup {
    do {
      return try await WorkThread.run { cancellation in
        try requireTarget(file, of: path, replacing: replacing)
        try requireOneName(path)
        let copy = DatabaseCopy(cancellation: cancellation, freeBytes: freeBytes, progress: progress)
        let unfinished = try UnfinishedFile(for: file)
        do {
          let source = try DatabaseQueue(path: path, configuration: configuration(Settings()))
          try copy.write(source, at: path, into: unfinished, requiring: { db in try Schema.requireMark(db, path) })
          // Not read-only: as the last connection it could not remove the log's files.
          try source.close()
          let bytes = unfinished.bytes
          try unfinished.finish(replacing: replacing)
          return Backup(path: file, bytes: bytes)
        } catch {
          unfinished.abandon()
          throw error
        }
      }
    } catch {
      throw BackupProblem(error, copying: path, to: file)
    }
  }

  /// Requires that the file can be made without harm to the database or to another file.
  private static func requireTarget(_ file: String, of path: String, replacing: Bool) throws(BackupProblem) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .noDatabase(path) }
    if DatabaseFiles.isPart(file, of: path) { throw .sameFile(file) }
    for companion in DatabaseFiles.companions where FileSize.bytes(of: file + companion) ?? 0 > 0 {
      throw .logBeside(file, log: file + companion)
    }
    guard lstat(file, &status) == 0 else { return }
    guard [S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) else { throw .notAFile(file) }
    if !replacing { throw .exists(file) }
  }
}
