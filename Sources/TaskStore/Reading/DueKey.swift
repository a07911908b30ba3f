/// The due date of a task as SQL: text that sorts like ``DueTime``, whose description it is.
enum DueKey {
  /// The text of a task; NULL without a due date.
  static func sql(_ task: String) -> String { "(\(task).due || \(time(task)))" }

  /// The terms that sort by it, in the order of the indices.
  static func order(_ task: String) -> String { "\(task).due, \(time(task))" }

  /// The condition that a task is due before a parameter. The day comes first: the indices find it.
  static func isBefore(_ bound: String, _ task: String) -> String {
    "\(task).due <= substr(\(bound), 1, 10) AND \(sql(task)) < \(bound)"
  }

  /// The condition that a task is due between two parameters, both included. Between whole days it compares the days only.
  static func isBetween(_ first: String, _ last: String, _ task: String) -> String {
    """
    \(task).due BETWEEN substr(\(first), 1, 10) AND substr(\(last), 1, 10)
      AND (substr(\(first), 11) || substr(\(last), 11) = '00:00~' OR \(sql(task)) BETWEEN \(first) AND \(last))
    """
  }

  private static func time(_ task: String) -> String { "coalesce(substr(\(task).time, 1, 5), '~')" }
}
