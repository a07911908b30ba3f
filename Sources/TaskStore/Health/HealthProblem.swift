/// What keeps the store from its work, or soon will, as it is told to a monitor.
public enum HealthProblem: Hashable, Sendable {
  /// Nothing can be read.
  case unreadable(Unavailable)
  /// Nothing can be written.
  case unwritable(Unavailable)
  /// The file was moved or deleted.
  case fileMissing
  /// Another file stands in its place.
  case fileReplaced
  /// It was overwritten by something other than SQLite.
  case fileOverwritten
  /// There is no room on the disk for what one form may bring.
  case noRoom
  /// So much room is left on the disk, in megabytes: enough for now, and soon not any more.
  case littleRoom(megabytes: Int)
  /// The file is damaged.
  case damaged
  /// Rows contradict each other.
  case contradictory
  /// The store failed in a way that it has no word for.
  case failed

  /// Whether the store does its work all the same.
  public var isWarning: Bool {
    switch self {
    case .littleRoom: true
    case .unreadable, .unwritable, .fileMissing, .fileReplaced, .fileOverwritten, .noRoom, .damaged, .contradictory,
      .failed:
      false
    }
  }
}
