/// A move of a task within its list.
package enum TaskMove: Hashable, Sendable {
  /// Before all other tasks, on the first level.
  case top
  /// After all other tasks, on the first level.
  case bottom
  /// Before an open task of the same list, on its level.
  case before(TaskID)
  /// Below an open task of the same list, as its last subtask.
  case into(TaskID)
  /// After the other tasks of a section; nil means those before the first one.
  case endOf(SectionID?)
}

/// A move of a list among the lists of an account.
package enum ListMove: Hashable, Sendable {
  case top, bottom
  case before(ListID)
}
