/// A notable step of opening a database.
public enum OpeningNotice: Hashable, Sendable {
  /// A new database was created at an absolute path, because there was none.
  case created(at: String)
  /// The schema is about to change, and the database is being copied first.
  case copying(to: String)
  /// The copy is complete.
  case copied(to: String)
  /// A migration is running, the given step of the given number. It may take seconds on a large database.
  case migrating(step: Int, of: Int)
  /// All migrations are done.
  case migrated
  /// A copy made before an earlier migration was deleted to make room.
  case removedCopy(String)
}
