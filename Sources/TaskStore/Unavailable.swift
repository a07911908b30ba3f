/// Why the database can't be used now.
public enum Unavailable: CaseIterable, Hashable, Sendable {
  /// Another writer holds it for too long, or the process has no descriptors left.
  case busy
  /// More readers wait than make sense.
  case tooManyReaders
  /// It was closed: the process is about to end.
  case closed
  /// There is no room on the disk.
  case diskFull
  /// The user that the process runs as has used up its share of the disk.
  case quotaReached
  /// The file system, or the database, takes no writes.
  case readOnly
  /// The process may not open or write the file, or its folder.
  case accessDenied
  /// The file was moved, deleted or replaced while it was open.
  case fileMoved
  /// The disk reported an error.
  case diskError
  /// What is in the file is not what was written to it.
  case damaged
}
