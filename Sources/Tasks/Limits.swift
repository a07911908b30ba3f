/// How much of everything there may be. Each limit is checked where text comes in or where a row is written, and the
/// error that says so carries it.
public enum Limits {
  /// The longest title, in characters as a person counts them.
  public static let titleCharacters = 500
  /// The longest title in UTF-8 bytes: one character may be made of any number of marks.
  public static let titleBytes = 16 * 1024
  /// The longest name of a list, in characters as a person counts them.
  public static let listNameCharacters = 200
  /// The longest name of a list in UTF-8 bytes.
  public static let listNameBytes = 4 * 1024
  /// The longest notes in UTF-8 bytes.
  public static let notesBytes = 64 * 1024
  /// The most tasks in a list, open and completed, without those in the trash.
  public static let tasksPerList = 10_000
  /// The most lists of an account, without those in the trash.
  public static let listsPerAccount = 500
  /// The most tasks that are added at once.
  public static let tasksAtOnce = 1_000
  /// How many days the trash keeps what was deleted.
  public static let trashDays = 30
  /// How long after an action its notice offers to undo it.
  public static let undoWindow: Duration = .seconds(600)
}
