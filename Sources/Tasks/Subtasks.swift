/// The task that a subtask belongs to.
package struct ParentTask: Hashable, Sendable {
  package let id: TaskID
  /// The title, as typed.
  package let title: String

  package init(id: TaskID, title: String) { (self.id, self.title) = (id, title) }
}

/// How many of a task's own subtasks are done. Subtasks in the trash do not count, nor do subtasks of subtasks.
package struct SubtaskProgress: Hashable, Sendable {
  /// The number of completed subtasks.
  package let done: Int
  /// The number of subtasks.
  package let total: Int

  package init(done: Int, total: Int) { (self.done, self.total) = (done, total) }
}

/// Whether a row is followed by the rows of its subtasks.
package enum SubtasksDisplay: Hashable, Sendable {
  case shown
  /// The reader has folded them.
  case folded
  /// Subtasks that are more than the page has room for.
  case elsewhere
}

/// The place of a row in an outline: a list with the subtasks of its tasks.
package struct OutlinePosition: Hashable, Sendable {
  /// The number of tasks that contain it; 0 for a task that is no subtask.
  package let depth: Int
  /// The position of the row among the subtasks of its parent; nil for the first level of the outline.
  package let siblings: RowPosition?
  /// The number of levels of its subtasks; 0 without subtasks.
  package let height: Int

  package init(depth: Int, siblings: RowPosition? = nil, height: Int = 0) {
    (self.depth, self.siblings, self.height) = (depth, siblings, height)
  }
}
