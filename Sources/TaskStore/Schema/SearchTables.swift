extension Schema {
  /// The index of the words of tasks, written in the transaction of each change. The list of a task is a term of its row, by which a
  /// search skips the tasks of others. Tasks in the trash are indexed, too, and left out by a search: that way a move to the trash and
  /// back writes nothing, and takes less time for ten thousand tasks.
  static let search = """
    CREATE VIRTUAL TABLE search USING fts5 (
      title, notes, tags, list, content = 'tasks', content_rowid = 'id', prefix = '2 3', tokenize = 'fourfold');

    CREATE TRIGGER search_insert AFTER INSERT ON tasks BEGIN
      INSERT INTO search (rowid, title, notes, tags, list) VALUES (new.id, new.title, new.notes, new.tags, new.list);
    END;

    CREATE TRIGGER search_delete AFTER DELETE ON tasks BEGIN
      INSERT INTO search (search, rowid, title, notes, tags, list)
        VALUES ('delete', old.id, old.title, old.notes, old.tags, old.list);
    END;

    CREATE TRIGGER search_update AFTER UPDATE OF title, notes, tags, list ON tasks
      WHEN new.title <> old.title OR new.notes IS NOT old.notes OR new.tags IS NOT old.tags OR new.list <> old.list
    BEGIN
      INSERT INTO search (search, rowid, title, notes, tags, list)
        VALUES ('delete', old.id, old.title, old.notes, old.tags, old.list);
      INSERT INTO search (rowid, title, notes, tags, list) VALUES (new.id, new.title, new.notes, new.tags, new.list);
    END;
    """
}
