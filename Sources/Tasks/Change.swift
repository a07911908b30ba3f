public import Foundation

/// One write: who did what, and whether it can be taken back.
public struct Change: Hashable, Sendable {
  /// Its number; later changes have greater ones.
  public let id: ChangeID
  /// The list in which it happened.
  public let list: ListID
  /// The list that a task was moved to.
  public let other: ListID?
  /// The task, when it was one.
  public let task: TaskID?
  /// What was done.
  public let kind: ChangeKind
  /// What it was done to: the title of the one task, else the name of the list, as it was called then.
  public let name: String
  /// How many tasks, where several were added, cleared or purged; else 1.
  public let count: Int
  /// The name of the list that a task was moved to, as it was called then.
  public let otherName: String?
  /// When.
  public let at: Date
  /// Whether it has been undone, and not been done again by undoing that.
  public let undone: Bool
  /// Whether there is a way back that has not been gone. The history also tells whether it is still free; elsewhere that is
  /// known only when it is tried.
  public package(set) var undoable: Bool
  /// For an undo: what it undid.
  public let undoes: ChangeID?
  /// The name of the account; nil for what the app did by itself and for accounts that are no more.
  public let who: String?

  /// A change as it is stored.
  public init(
    id: ChangeID, list: ListID, other: ListID?, task: TaskID?, kind: ChangeKind, name: String, count: Int,
    otherName: String?, at: Date, undone: Bool, undoable: Bool, undoes: ChangeID?, who: String?
  ) {
    self.id = id
    self.list = list
    self.other = other
    self.task = task
    self.kind = kind
    self.name = name
    self.count = count
    self.otherName = otherName
    self.at = at
    self.undone = undone
    self.undoable = undoable
    self.undoes = undoes
    self.who = who
  }
}

/// What a change did.
public enum ChangeKind: String, CaseIterable, Hashable, Sendable {
  case listCreated = "list-created"
  case listRenamed = "list-renamed"
  case listMoved = "list-moved"
  case listDeleted = "list-deleted"
  case listRestored = "list-restored"
  case taskAdded = "task-added"
  case tasksAdded = "tasks-added"
  case taskEdited = "task-edited"
  case taskCompleted = "task-completed"
  case taskReopened = "task-reopened"
  /// Moved within its list.
  case taskMoved = "task-moved"
  /// Moved to another list, maybe edited in the same step.
  case taskTransferred = "task-transferred"
  case taskDeleted = "task-deleted"
  case taskRestored = "task-restored"
  case completedCleared = "completed-cleared"
  /// A list from elsewhere was added to the account's lists.
  case listFollowed = "list-followed"
  /// A list from elsewhere is fetched from another address.
  case sourceChanged = "source-changed"
  /// Tasks of a list from elsewhere became one's own.
  case tasksCopied = "tasks-copied"
  case undone
  /// Taken from the trash for good, after its days.
  case purged
}
