/// How much of everything there may be. Each limit is checked where text comes in or where a row is written, and the
/// error that says so carries it.
public enum Limits {
  /// The longest title, in characters as a person counts them.
  public static let titleCharacters = 500
  /// The longest title in UTF-8 bytes: one character may be made of any number of marks.
  public static let titleBytes = 2 * 1024
  /// The longest name of a list, in characters as a person counts them.
  public static let listNameCharacters = 200
  /// The longest name of a list in UTF-8 bytes.
  public static let listNameBytes = 1024
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
  /// How many days it is kept how to take a change back.
  public static let undoDays = 30
  /// Of how many changes of one task that is kept at most.
  public static let undoableChangesPerTask = 200
  /// How long after an action its notice offers to undo it.
  public static let undoWindow: Duration = .seconds(600)
  /// The longest name of an account, in characters as a person counts them.
  public static let usernameCharacters = 64
  /// The longest name of an account in UTF-8 bytes.
  public static let usernameBytes = 1024
  /// How many characters a password has, as a person counts them.
  public static let passwordCharacters = 8...256
  /// The longest password in UTF-8 bytes, as typed.
  public static let passwordBytes = 4 * 1024
  /// How long a session lives unused.
  public static let sessionIdle: Duration = .seconds(30 * 86_400)
  /// How long a session lives at most, however much it is used.
  public static let sessionAge: Duration = .seconds(180 * 86_400)
  /// The most sessions of an account that live; the one unused for longest makes room.
  public static let sessionsPerAccount = 50
  /// The most ended sessions that an account's are remembered of.
  public static let endedSessionsPerAccount = 200
  /// How many days an account's audit trail goes back.
  public static let accountEventDays = 90
  /// The most entries of one kind in an account's audit trail: many of one kind push out none of another.
  public static let accountEventsOfAKind = 100
  /// How much is kept of what a browser calls itself, in UTF-8 bytes.
  public static let agentBytes = 500
  /// How many days it is remembered of a session that it ended, and how.
  public static let endedSessionDays = 30
  /// How many forms a session keeps that were sent after its end; the oldest make room.
  public static let savedDrafts = 5
  /// How many days such a form is kept.
  public static let keptDays = 7
  /// How many rows a page may have, as a person chooses.
  public static let rowChoices = [25, 50, 100, 200, 500]
  /// How many rows any page has at most.
  public static let largestPage = 500
  /// How deep tasks of a list from elsewhere may stand beneath each other; deeper ones stand here.
  public static let remoteDepth = 8
  /// How many tags of such a task are kept.
  public static let remoteTags = 16
  /// The longest address of a list elsewhere, in UTF-8 bytes.
  public static let addressBytes = 2 * 1024
  /// How many changes of state are kept of a source.
  public static let sourceEvents = 50
  /// How many titles an event tells of what came, and of what went.
  public static let changedTitles = 5
  /// How much of each, in characters.
  public static let changedTitleCharacters = 80
  /// How many sources may be looked at by an account without following them; the oldest make room.
  public static let sourceDrafts = 10
  /// How much is kept of the task lists that an address leads to, in UTF-8 bytes.
  public static let collectionBytes = 48 * 1024
  /// How many days a source is kept that is not followed.
  public static let sourceDraftDays = 1
  /// How long a text may be that is searched for, in Unicode scalars.
  public static let searchCharacters = 200
  /// How many words it may have.
  public static let searchWords = 16
}
