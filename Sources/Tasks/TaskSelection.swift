/// The tasks of a list that are changed together.
public enum TaskSelection: Hashable, Sendable {
  /// These tasks.
  case tasks([TaskID])
  /// All open tasks of the list.
  case open
}

/// What is done to several tasks at once.
public enum BulkChange: Hashable, Sendable {
  /// Completes them.
  case complete
  /// Sets or removes their due date.
  case due(Day?)
  /// Sets their priority.
  case priority(Priority)
  /// Moves them to the top of another list, in their order.
  case move(to: ListID)
  /// Moves them to the trash.
  case delete
}
