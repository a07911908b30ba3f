extension Schema {
  /// An index of open tasks that have a priority. A filter by priority would otherwise compare all open tasks, of which few have
  /// one. Tasks without priority cost nothing. With the columns of its own condition, like `tasks_due`.
  static let priorities = """
    CREATE INDEX tasks_priority ON tasks (list, priority, due, done, deleted)
      WHERE priority > 0 AND done IS NULL AND deleted IS NULL;
    """
}
