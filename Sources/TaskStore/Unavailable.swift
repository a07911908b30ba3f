/// The reason why the database cannot be used now.
public enum Unavailable: CaseIterable, Hashable, Sendable {
  /// Another writer holds the lock for too long, or the process has no file descriptors left.
  case busy
  case tooManyReaders
  /// The store was closed, because the process is about to end.
  case closed
  case diskFull
  /// The disk quota of the process's user is used up.
  case quotaReached
  /// The file system or the database is read-only.
  case readOnly
  /// The process has no permission to open or write the file or its folder.
  case accessDenied
  /// The file was moved, deleted or replaced while it was open.
  case fileMoved
  case diskError
  case damaged
}

extension Unavailable {
  /// The reason as a clause for the operator, such as "the disk is full".
  public var words: String {
    switch self {
    case .busy: "another process holds it"
    case .tooManyReaders: "too many wait for it"
    case .closed: "it is closed"
    case .diskFull: "the disk is full"
    case .quotaReached: "the disk quota is used up"
    case .readOnly: "it is read-only"
    case .accessDenied: "permission denied"
    case .fileMoved: "its file was moved"
    case .diskError: "the disk reported an error"
    case .damaged: "it is damaged"
    }
  }
}
