package import Foundation

/// A task as a list shows it.
package struct TaskRow: Hashable, Sendable {
  package let id: TaskID
  package let list: ListID
  /// The title, as typed.
  package let title: String
  package let hasNotes: Bool
  package let hasReminder: Bool
  package let due: Day?
  /// The time of the due day at which it is due; nil for the whole day.
  package let time: ClockTime?
  /// How it repeats; nil if it does not.
  package let repeats: Recurrence?
  /// The day from which on Today shows it; nil for any day.
  package let start: Day?
  package let tags: TagSet
  package let priority: Priority
  /// When it was completed; nil while it is open.
  package let done: Date?
  /// The change that last edited its text.
  package let version: ChangeID
  /// The task that it is a subtask of.
  package let parent: ParentTask?
  /// How many of its subtasks are done; nil without subtasks, or where they are not read.
  package var progress: SubtaskProgress?
  /// Whether the rows of its subtasks follow.
  package var subtasks: SubtasksDisplay
  /// The place of the row in the outline of its list. Elsewhere no row has a depth.
  package var place = OutlinePosition(depth: 0)
  /// Whether the reader can't change it: its list is followed, or is shared with a reader who may only read it.
  package let isReadOnly: Bool
  /// The last change of the task, if another member of its list made that.
  package let last: LastChange?
  /// Who is to do it, in a list that others see; nil for no one.
  package let assigned: Person?

  package init(
    id: TaskID, list: ListID, title: String, hasNotes: Bool, hasReminder: Bool = false, due: Day?,
    time: ClockTime? = nil,
    repeats: Recurrence? = nil, start: Day? = nil, tags: TagSet = TagSet(), priority: Priority, done: Date?,
    version: ChangeID, parent: ParentTask? = nil, subtasks: SubtasksDisplay = .shown, isReadOnly: Bool = false,
    last: LastChange? = nil, assigned: Person? = nil
  ) {
    (self.isReadOnly, self.last, self.assigned) = (isReadOnly, last, assigned)
    (self.id, self.list, self.title, self.due) = (id, list, title, due)
    (self.hasNotes, self.hasReminder) = (hasNotes, hasReminder)
    (self.time, self.repeats, self.start, self.tags, self.priority) = (time, repeats, start, tags, priority)
    (self.done, self.version, self.parent, self.subtasks) = (done, version, parent, subtasks)
  }
}

extension TaskRow {
  /// Creates a row of a task's text.
  package init(
    id: TaskID, list: ListID, text: TaskDraft, done: Date?, version: ChangeID, parent: ParentTask?,
    subtasks: SubtasksDisplay, assigned: Person? = nil
  ) {
    self.init(
      id: id, list: list, title: text.title, hasNotes: !text.notes.isEmpty,
      hasReminder: !text.reminders.isEmpty, due: text.due, time: text.time,
      repeats: text.repeats, start: text.start, tags: text.tags, priority: text.priority, done: done, version: version,
      parent: parent, subtasks: subtasks, assigned: assigned)
  }

  package func placed(at place: OutlinePosition, progress: SubtaskProgress?, subtasks: SubtasksDisplay) -> TaskRow {
    var row = self
    (row.place, row.progress, row.subtasks) = (place, progress, subtasks)
    return row
  }

  /// When it is due on a reader's clock; nil if it has no due day.
  package func dueTime(in reader: TimeZone) -> DueTime? { due.map { DueTime($0, time, in: reader) } }
}

/// A task with all details. Tasks in the trash have none.
@dynamicMemberLookup
package struct TaskDetail: Hashable, Sendable {
  package let id: TaskID
  package let list: ListID
  package let listName: String
  /// The fields of its form.
  package let text: TaskDraft
  /// When it was completed; nil while it is open.
  package let done: Date?
  /// The percentage that is completed, of a copied task; nil if it is not known.
  package let percent: Int?
  package let created: Date
  /// When its text, its status or its list was last changed.
  package let changed: Date
  /// The change that last edited its text, and the `version` that the form for editing sends.
  package let version: ChangeID
  /// The tasks that it is a subtask of, the outermost first.
  package let parents: [ParentTask]
  /// How many of its subtasks are done; nil without subtasks.
  package let progress: SubtaskProgress?
  /// Whether the reader can't change it: its list is followed, or is shared with a reader who may only read it.
  package let isReadOnly: Bool
  /// Who is to do it, in a list that others see; nil for no one.
  package let assigned: Person?

  /// The fields of its text.
  package subscript<Value>(dynamicMember field: KeyPath<TaskDraft, Value>) -> Value { text[keyPath: field] }

  package init(
    id: TaskID, list: ListID, listName: String, text: TaskDraft, done: Date?, percent: Int? = nil,
    created: Date, changed: Date, version: ChangeID, parents: [ParentTask] = [], progress: SubtaskProgress? = nil,
    isReadOnly: Bool = false, assigned: Person? = nil
  ) {
    (self.id, self.list, self.listName, self.text) = (id, list, listName, text)
    (self.done, self.percent, self.created, self.changed) = (done, percent, created, changed)
    (self.version, self.parents, self.progress) = (version, parents, progress)
    (self.isReadOnly, self.assigned) = (isReadOnly, assigned)
  }
}

/// What another account did to a task last.
package struct LastChange: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case added, completed, changed
  }

  package enum Author: Hashable, Sendable {
    case person(Person)
    /// A page by link, by its name.
    case page(String)
  }

  package let kind: Kind
  package let author: Author

  package init(_ kind: Kind, by author: Author) { (self.kind, self.author) = (kind, author) }

  package init(_ change: ChangeKind?, by author: Author) {
    switch change {
    case .taskAdded, .tasksAdded, .tasksCopied, .listCreated, .listsImported: self.init(.added, by: author)
    case .taskCompleted, .tasksCompleted: self.init(.completed, by: author)
    case _: self.init(.changed, by: author)
    }
  }
}
