/// What opening a database did beside opening it.
public enum OpeningNotice: Hashable, Sendable {
  /// The schema is about to be changed, and the database is being copied before.
  case copying(to: String)
  /// The copy is on the disk.
  case copied(to: String)
  /// A copy that was made before an earlier change of the schema was removed, to make room.
  case removedCopy(String)
}
