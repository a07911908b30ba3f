/// Why the store can't do its work, as it is told to a monitor.
public enum HealthProblem: Hashable, Sendable {
  /// Nothing can be read.
  case unreadable(Unavailable)
  /// Nothing can be written.
  case unwritable(Unavailable)
  /// The file was moved or deleted.
  case fileMissing
  /// Another file stands in its place.
  case fileReplaced
  /// There is less room on the disk than that, in megabytes.
  case littleRoom(megabytes: Int)
  /// The file is damaged.
  case damaged
  /// Rows contradict each other.
  case contradictory
  /// The store failed in a way that it has no word for.
  case failed
}
