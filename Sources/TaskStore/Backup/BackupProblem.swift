import GRDB

/// The reason why a backup was not made, or not restored. The description is one plain line for the operator.
///
/// The database and the file are as they were.
package enum BackupProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case noDatabase(String)
  case noBackup(String)
  /// The file of the backup is the database itself, or belongs to it.
  case sameFile(String)
  case exists(String)
  /// The path of the file is a folder or a device.
  case notAFile(String)
  case noFolder(String)
  /// The log of another database is beside the file. SQLite would apply it to the copy.
  case logBeside(String, log: String)
  /// Another process writes the file.
  case beingWritten(String)
  /// There is no room for the copy, which needs `bytes`.
  case noRoom(String, bytes: UInt64)
  case unwritable(String, Unavailable)
  /// The database that is copied cannot be opened.
  case source(OpenProblem)
  /// The database that is copied is damaged. The finding is SQLite's.
  case damaged(String, finding: String)
  /// Rows of the database that is copied refer to rows that do not exist.
  case contradictory(String, finding: String)
  /// The schema of the file is not the one that this app makes, for example because of a trigger.
  case otherSchema(String, difference: String)
  /// Another process has the database open that is to be replaced.
  case inUse(String)
  case cancelled
  /// A programming error.
  case failed(String, reason: String)

  /// The problem and the remedy, in one line.
  package var description: String {
    switch self {
    case .noDatabase(let path): "There is no database \(path). Give its path with --database."
    case .noBackup(let path): "There is no file \(path)."
    case .sameFile(let path): "\(path) is the database itself, or one of its files. Name another file."
    case .exists(let path):
      "\(path) already exists, and is left as it is. Name another file, or replace it with --force."
    case .notAFile(let path): "\(path) is not a file. Name a file."
    case .noFolder(let path): "There is no folder for \(path). Make it first."
    case .logBeside(let path, let log):
      "\(log) is beside \(path): it belongs to another database, and would damage the copy. Name another file."
    case .beingWritten(let path): "Another process is writing \(path)."
    case .noRoom(let path, let bytes): "There is no room on the disk for \(path): it needs \((bytes >> 20) + 1) MB."
    case .unwritable(let path, let cause): "\(path) can't be written: \(cause.words)."
    case .source(let problem): problem.description
    case .damaged(let path, let finding):
      "The database \(path) is damaged, so it was not copied: \(finding). Restore an earlier backup."
    case .contradictory(let path, let finding):
      "The database \(path) contradicts itself, so it was not copied: \(finding)."
    case .otherSchema(let path, let difference):
      "\(path) has another \(difference) than Fourfold makes, so it was not restored. Restore another backup."
    case .inUse(let path): "The database \(path) is open in another process. Stop Fourfold, and try again."
    case .cancelled: "Interrupted. Nothing was changed, and no file was left behind."
    case .failed(let path, let reason): "\(path) could not be copied: \(reason)."
    }
  }
}

extension BackupProblem {
  /// Converts any error of copying `source` to `target`.
  init(_ error: any Error, copying source: String, to target: String) {
    switch error {
    case let problem as BackupProblem: self = problem
    case let problem as OpenProblem: self = .source(problem)
    case let error as DatabaseError where error.resultCode == .SQLITE_NOTADB:
      self = .source(.unreadable(source, reason: "it is not a database"))
    case let failure as TargetFailure: self = .unwritable(target, failure.cause)
    default:
      switch StoreError(error, .reading) {
      case .cancelled: self = .cancelled
      case .unavailable(.damaged, _): self = .damaged(source, finding: "a part of it cannot be read")
      case .unavailable: self = .source(OpenProblem(error, path: source))
      case .notFound, .gone, .forbidden, .conflict, .repeated, .taken, .limit, .internal:
        self = .failed(source, reason: "\(error)")
      }
    }
  }
}

/// A failure to write the copy of a database, as opposed to reading the source.
struct TargetFailure: Error {
  let cause: Unavailable
}
