/// What a change did to one field of its tasks, or to its list.
package enum FieldChange: Hashable, Sendable {
  /// The title of its task.
  case title(from: String, to: String)
  /// The notes of its task. Their text may be long, so it is not part of the history.
  case notes(NotesChange)
  /// The due date of its task.
  case due(from: Day?, to: Day?)
  /// The due date of several tasks that had different ones.
  case dueOfSeveral(Day?)
  /// The text of another field of its task, as ``TaskDraft`` has it; nil for none.
  case value(TaskField, from: String?, to: String?)
  /// How its task repeats.
  case repeats(from: Recurrence?, to: Recurrence?)
  /// All later dates of its repeating task moved with the due date, by the same rule.
  case laterDates
  /// The tags of its tasks. Of several tasks, what all of them have in common.
  case tags(added: [Tag], removed: [Tag])
  /// The priority of its task.
  case priority(from: Priority, to: Priority)
  /// The priority of several tasks that had different ones.
  case priorityOfSeveral(Priority)
  /// Who is to do its task; nil for no one.
  case assigned(from: Person?, to: Person?)
  /// Who is to do several tasks, which were not all the same account's.
  case assignedOfSeveral(Person?)
  /// The list that its tasks were moved from, by its current name.
  case movedFrom(String)
  /// What a CalDAV client no longer sends of its task: properties and components that are no fields of a task.
  case leftOut([String])
  /// A rule of its task that only the client knows, as it was written.
  case unknownRule(String)
  /// The titles of tasks that were reopened for an open subtask.
  case reopened([String])
  /// The titles of subtasks that were completed for a completed task.
  case completed([String])
  /// The name of its list.
  case name(from: String, to: String)
}

package enum NotesChange: Hashable, Sendable {
  case added, removed, changed
}
