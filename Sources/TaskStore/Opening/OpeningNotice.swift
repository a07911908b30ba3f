/// What opening a database did beside opening it.
public enum OpeningNotice: Hashable, Sendable {
  /// The schema is about to be changed, and the database is being copied before.
  case copying(to: String)
  /// The copy is on the disk.
  case copied(to: String)
  /// One of the changes of the schema is being made, of as many. It may take seconds where there is much.
  case migrating(step: Int, of: Int)
  /// All of them are made.
  case migrated
  /// A copy that was made before an earlier change of the schema was removed, to make room.
  case removedCopy(String)
}
