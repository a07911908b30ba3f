extension Schema {
  /// An index of open tasks that have a priority. A filter by priority would otherwise compare all open tasks, of which few have
  /// one. Tasks without priority cost nothing. With the columns of its own condition, like `tasks_due`.
  static let priorities = """
    CREATE INDEX tasks_priority ON tasks (list, priority, due, done, deleted)
      WHERE priority > 0 AND done IS NULL AND deleted IS NULL;
    """

  /// A saved filter is a list without tasks of its own, with the query of a search.
  static let savedFilters = """
    CREATE TABLE filters (
      list INTEGER PRIMARY KEY REFERENCES lists (id) ON DELETE CASCADE,
      query TEXT NOT NULL CHECK (query <> '')
    ) STRICT;
    CREATE TRIGGER filters_keep_out_insert BEFORE INSERT ON tasks
      WHEN EXISTS (SELECT 1 FROM filters WHERE list = new.list) BEGIN
      SELECT raise(ABORT, 'a saved filter has no tasks of its own');
    END;
    CREATE TRIGGER filters_keep_out_update BEFORE UPDATE OF list ON tasks
      WHEN EXISTS (SELECT 1 FROM filters WHERE list = new.list) BEGIN
      SELECT raise(ABORT, 'a saved filter has no tasks of its own');
    END;
    """
}
