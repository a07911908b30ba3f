extension Schema {
  /// How a task repeats: its current date and the rule.
  static let repeatingTasks = """
    ALTER TABLE tasks ADD COLUMN repeats TEXT CHECK (repeats <> '');
    """

  /// An index of the tasks that repeat, for the filter by them. Others cost nothing.
  static let repeatingIndex = """
    CREATE INDEX tasks_repeating ON tasks (list, done, deleted)
      WHERE repeats IS NOT NULL AND done IS NULL AND deleted IS NULL;
    """
}
