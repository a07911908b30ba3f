public import Foundation

/// What a list shows of a task.
public struct TaskRow: Hashable, Sendable {
  /// Its number.
  public let id: TaskID
  /// The list that it is in.
  public let list: ListID
  /// Its title, as typed.
  public let title: String
  /// Whether its page has notes to read.
  public let hasNotes: Bool
  /// The day on which it is due.
  public let due: Day?
  /// How much it matters.
  public let priority: Priority
  /// When it was completed; nil while it is open.
  public let done: Date?
  /// The change that last edited its own text.
  public let version: ChangeID

  /// A row as it is stored.
  public init(
    id: TaskID, list: ListID, title: String, hasNotes: Bool, due: Day?, priority: Priority, done: Date?,
    version: ChangeID
  ) {
    self.id = id
    self.list = list
    self.title = title
    self.hasNotes = hasNotes
    self.due = due
    self.priority = priority
    self.done = done
    self.version = version
  }
}

/// All of a task. Tasks in the trash have none.
public struct TaskDetail: Hashable, Sendable {
  /// Its number.
  public let id: TaskID
  /// The list that it is in.
  public let list: ListID
  /// That list's name.
  public let listName: String
  /// Title, notes, due date and priority.
  public let text: TaskDraft
  /// When it was completed; nil while it is open.
  public let done: Date?
  /// When it was made.
  public let created: Date
  /// The change that last edited its own text: the `version` that editing sends.
  public let version: ChangeID

  /// Its title, as typed.
  public var title: String { text.title }
  /// Its notes; empty when there are none.
  public var notes: String { text.notes }
  /// The day on which it is due.
  public var due: Day? { text.due }
  /// How much it matters.
  public var priority: Priority { text.priority }

  /// A task as it is stored.
  public init(
    id: TaskID, list: ListID, listName: String, text: TaskDraft, done: Date?, created: Date, version: ChangeID
  ) {
    self.id = id
    self.list = list
    self.listName = listName
    self.text = text
    self.done = done
    self.created = created
    self.version = version
  }
}
