public import Foundation

/// A task as a list shows it.
public struct TaskRow: Hashable, Sendable {
  /// The id.
  public let id: TaskID
  /// The list.
  public let list: ListID
  /// The title, as typed.
  public let title: String
  /// Whether it has notes.
  public let hasNotes: Bool
  /// The due day.
  public let due: Day?
  /// How it repeats; nil if it does not.
  public let repeats: Recurrence?
  /// The tags.
  public let tags: TagSet
  /// The priority.
  public let priority: Priority
  /// When it was completed; nil while it is open.
  public let done: Date?
  /// The change that last edited its text.
  public let version: ChangeID

  /// Creates a row from stored values.
  public init(
    id: TaskID, list: ListID, title: String, hasNotes: Bool, due: Day?, repeats: Recurrence? = nil,
    tags: TagSet = TagSet(),
    priority: Priority, done: Date?, version: ChangeID
  ) {
    self.id = id
    self.list = list
    self.title = title
    self.hasNotes = hasNotes
    self.due = due
    self.repeats = repeats
    self.tags = tags
    self.priority = priority
    self.done = done
    self.version = version
  }
}

/// A task with all details. Tasks in the trash have none.
public struct TaskDetail: Hashable, Sendable {
  /// The id.
  public let id: TaskID
  /// The list.
  public let list: ListID
  /// The name of the list.
  public let listName: String
  /// Title, notes, due date, recurrence, tags and priority.
  public let text: TaskDraft
  /// When it was completed; nil while it is open.
  public let done: Date?
  /// When it was created.
  public let created: Date
  /// The change that last edited its text, and the `version` that the form for editing sends.
  public let version: ChangeID

  /// The title, as typed.
  public var title: String { text.title }
  /// The notes; empty if there are none.
  public var notes: String { text.notes }
  /// The due day.
  public var due: Day? { text.due }
  /// How it repeats; nil if it does not.
  public var repeats: Recurrence? { text.repeats }
  /// The tags.
  public var tags: TagSet { text.tags }
  /// The priority.
  public var priority: Priority { text.priority }

  /// Creates a task from stored values.
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
