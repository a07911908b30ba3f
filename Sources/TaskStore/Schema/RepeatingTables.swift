extension Schema {
  /// How a task repeats: its current date and the rule.
  static let repeatingTasks = """
    ALTER TABLE tasks ADD COLUMN repeats TEXT CHECK (repeats <> '');
    """
}
