extension Schema {
  /// The index of the words of tasks. The list of a task is a term of its row, by which a search skips the tasks of others. Tasks in
  /// the trash are indexed, too, and left out by a search: that way a move to the trash and back writes nothing.
  static let search = """
    CREATE VIRTUAL TABLE search USING fts5 (
      title, notes, tags, list, content = 'tasks', content_rowid = 'id', prefix = '2 3', tokenize = 'fourfold');
    """

  /// What is written in the transaction of each change beside it: the counts and sizes in the row of a list, its revision, the tags of
  /// its tasks, and the index of words.
  static let triggers = """
    CREATE TRIGGER tasks_insert AFTER INSERT ON tasks BEGIN
      SELECT raise(ABORT, 'a saved filter has no tasks of its own') FROM filters WHERE list = new.list;
      SELECT raise(ABORT, 'a list from elsewhere takes no tasks') FROM sources WHERE list = new.list;
      UPDATE lists SET open = open + new.open, completed = completed + new.completed,
        stored_tasks = stored_tasks + 1, stored_bytes = stored_bytes + new.bytes
        WHERE id = new.list;
      INSERT OR IGNORE INTO task_tags
        SELECT new.list, value, new.id FROM json_each('["' || replace(new.tags, ' ', '","') || '"]')
        WHERE new.tags IS NOT NULL;
      INSERT INTO search (rowid, title, notes, tags, list) VALUES (new.id, new.title, new.notes, new.tags, new.list);
    END;

    CREATE TRIGGER tasks_update AFTER UPDATE OF list, parent, done, deleted, title, notes, tags, object ON tasks
      WHEN new.list = old.list
    BEGIN
      UPDATE lists SET open = open + new.open - old.open, completed = completed + new.completed - old.completed,
        stored_bytes = stored_bytes + new.bytes - old.bytes
        WHERE id = new.list;
    END;

    CREATE TRIGGER tasks_transfer AFTER UPDATE OF list ON tasks WHEN new.list <> old.list BEGIN
      SELECT raise(ABORT, 'a saved filter has no tasks of its own') FROM filters WHERE list = new.list;
      SELECT raise(ABORT, 'a list from elsewhere takes no tasks') FROM sources WHERE list = new.list;
      UPDATE lists SET open = open - old.open, completed = completed - old.completed,
        stored_tasks = stored_tasks - 1, stored_bytes = stored_bytes - old.bytes
        WHERE id = old.list;
      UPDATE lists SET open = open + new.open, completed = completed + new.completed,
        stored_tasks = stored_tasks + 1, stored_bytes = stored_bytes + new.bytes
        WHERE id = new.list;
      INSERT OR REPLACE INTO departures
        VALUES (old.list, new.revision, old.id, coalesce(old.href, old.uid || '.ics', old.id || '.ics'));
    END;

    CREATE TRIGGER tasks_words AFTER UPDATE OF list, title, notes, tags ON tasks
      WHEN new.title <> old.title OR new.notes IS NOT old.notes OR new.tags IS NOT old.tags OR new.list <> old.list
    BEGIN
      DELETE FROM task_tags WHERE old.tags IS NOT NULL AND list = old.list AND task = old.id
        AND tag IN (SELECT value FROM json_each('["' || replace(old.tags, ' ', '","') || '"]'));
      INSERT OR IGNORE INTO task_tags
        SELECT new.list, value, new.id FROM json_each('["' || replace(new.tags, ' ', '","') || '"]')
        WHERE new.tags IS NOT NULL;
      INSERT INTO search (search, rowid, title, notes, tags, list)
        VALUES ('delete', old.id, old.title, old.notes, old.tags, old.list);
      INSERT INTO search (rowid, title, notes, tags, list) VALUES (new.id, new.title, new.notes, new.tags, new.list);
    END;

    -- ON DELETE SET NULL of the parent would remove the list, too.
    CREATE TRIGGER tasks_delete AFTER DELETE ON tasks BEGIN
      UPDATE tasks SET parent = NULL WHERE list = old.list AND parent = old.id;
      INSERT OR REPLACE INTO departures
        SELECT old.list, old.revision, old.id, coalesce(old.href, old.uid || '.ics', old.id || '.ics')
        FROM lists WHERE id = old.list AND deleted IS NULL AND old.deleted IS NOT NULL;
      UPDATE lists SET open = open - old.open, completed = completed - old.completed,
        stored_tasks = stored_tasks - 1, stored_bytes = stored_bytes - old.bytes
        WHERE id = old.list;
      DELETE FROM task_tags WHERE old.tags IS NOT NULL AND list = old.list AND task = old.id
        AND tag IN (SELECT value FROM json_each('["' || replace(old.tags, ' ', '","') || '"]'));
      INSERT INTO search (search, rowid, title, notes, tags, list)
        VALUES ('delete', old.id, old.title, old.notes, old.tags, old.list);
    END;

    CREATE TRIGGER changes_insert AFTER INSERT ON changes BEGIN
      UPDATE lists SET revision = new.id, stored_bytes = stored_bytes + (id = new.list) * new.bytes
        WHERE id IN (new.list, new.other);
      UPDATE accounts SET revision = new.id
        WHERE id IN (SELECT account FROM memberships WHERE list IN (new.list, new.other));
    END;

    CREATE TRIGGER changes_update AFTER UPDATE OF inverse ON changes BEGIN
      UPDATE lists SET stored_bytes = stored_bytes + new.bytes - old.bytes WHERE id = new.list;
    END;

    CREATE TRIGGER changes_delete AFTER DELETE ON changes BEGIN
      UPDATE lists SET stored_bytes = stored_bytes - old.bytes WHERE id = old.list;
    END;
    """
}
