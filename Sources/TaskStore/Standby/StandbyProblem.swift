import GRDB

/// Why a standby is not served, or does not follow. The description is one plain line for the operator.
public enum StandbyProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder is not there.
  case noFolder(String)
  /// A file cannot be read.
  case unreadable(String, Unavailable)
  /// A file cannot be written.
  case unwritable(String, Unavailable)
  /// A file has another form than this version writes.
  case strange(String)
  /// Another server writes the folder.
  case folderInUse(String)
  /// A standby has taken over from this server.
  case takenOver(String)
  /// The database cannot be read.
  case source(String)
  /// There is a database in the place of the copy.
  case notACopy(String)
  /// Another process has the copy open.
  case inUse(String)
  /// Another process follows into the copy.
  case followed(String)
  /// The copy was taken over, and not served since.
  case isTakenOver(String)
  /// Nothing was copied yet.
  case empty(String)
  /// The copy is not as it was left.
  case changed(String)
  /// The copy is damaged. The finding is SQLite's.
  case damaged(String, finding: String)
  /// The copy cannot be opened.
  case opening(OpenProblem)
  /// The caller's task was cancelled.
  case cancelled
  /// A programming error.
  case failed(String)

  /// The problem and the remedy, in one line.
  public var description: String {
    switch self {
    case .noFolder(let path): "The folder \(path) is not there. Is its disk mounted?"
    case .unreadable(let path, let cause): "\(path) can't be read: \(cause.words)."
    case .unwritable(let path, let cause): "\(path) can't be written: \(cause.words)."
    case .strange(let path): "\(path) is not a file of this version of Fourfold. Use the same version on both machines."
    case .folderInUse(let path):
      "Another server writes to the standby folder \(path) now, so this one does not. Give each server a folder of its own."
    case .takenOver(let path):
      """
      The standby of the folder \(path) has taken over from this server, so two of them would diverge. Follow it from here \
      instead, or leave out --standby-folder to serve this database nevertheless.
      """
    case .source(let reason): "The database could not be read for the standby: \(reason)"
    case .notACopy(let path):
      "\(path) is a database of its own, and no standby's copy. It was left as it is. Move it away, or name another file."
    case .inUse(let path): "The database \(path) is open in another process. Stop that, and try again."
    case .followed(let path):
      "The database \(path) is a standby's copy that fourfold follow keeps. Stop that, and try again."
    case .isTakenOver(let path): "The copy \(path) is being taken over. Start fourfold serve on it."
    case .empty(let path): "The standby's copy \(path) is empty: nothing has arrived yet."
    case .changed(let path):
      """
      The standby's copy \(path) is not as it was left: another program changed it, or its disk fails. Run fourfold follow \
      once more, which loads it anew from the folder.
      """
    case .damaged(let path, let finding):
      "The standby's copy \(path) is damaged, so it was not taken over: \(finding). Restore a backup."
    case .opening(let problem): problem.description
    case .cancelled: "Interrupted."
    case .failed(let reason): "The standby failed: \(reason)"
    }
  }

  /// Converts any error.
  init(_ error: any Error) {
    switch error {
    case let problem as StandbyProblem: self = problem
    case let problem as InputProblem: self = .unreadable(problem.path, Unavailable(fileError: problem.code))
    case let problem as OpenProblem: self = .opening(problem)
    case is CancellationError: self = .cancelled
    case BackupProblem.unwritable(let path, let cause): self = .unwritable(path, cause)
    case BackupProblem.noFolder(let path): self = .noFolder(path)
    case BackupProblem.inUse(let path): self = .inUse(path)
    case BackupProblem.cancelled: self = .cancelled
    case let problem as BackupProblem: self = .failed(problem.description)
    case let error as DatabaseError: self = .source(error.message ?? "code \(error.extendedResultCode.rawValue)")
    default: self = .failed("\(error)")
    }
  }
}
