/// A problem of the store, present or imminent, as reported to a monitor.
public enum HealthProblem: Hashable, Sendable {
  /// The database cannot be read.
  case unreadable(Unavailable)
  /// The database cannot be written.
  case unwritable(Unavailable)
  /// The file was moved or deleted.
  case fileMissing
  /// Another file is at its path.
  case fileReplaced
  /// The disk has less room than one form may need.
  case noRoom
  /// The disk has little room left, in megabytes.
  case littleRoom(megabytes: Int)
  /// No scheduled backup has succeeded for too long.
  case backupOverdue
  /// The file is damaged.
  case damaged
  /// Rows contradict each other.
  case contradictory
  /// The store failed in an unclassified way.
  case failed

  /// Whether the store works despite the problem.
  public var isWarning: Bool {
    switch self {
    case .littleRoom, .backupOverdue: true
    case .unreadable, .unwritable, .fileMissing, .fileReplaced, .noRoom, .damaged, .contradictory,
      .failed:
      false
    }
  }
}
