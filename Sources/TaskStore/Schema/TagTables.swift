extension Schema {
  /// The tags of tasks: a column with the names, divided by spaces, and an index of it.
  static let tags = """
    ALTER TABLE tasks ADD COLUMN tags TEXT CHECK (tags <> '');

    -- The names of an account's tags. Names with one key are spellings of one tag; the first of them is the one that is used.
    CREATE TABLE tags (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      key TEXT NOT NULL CHECK (key <> ''),
      name TEXT NOT NULL CHECK (name <> '')
    ) STRICT;
    CREATE UNIQUE INDEX tags_name ON tags (account, name);
    CREATE INDEX tags_key ON tags (account, key, id);

    -- The names in the column of each task, by list. Kept by triggers, so no reference is needed.
    CREATE TABLE task_tags (
      list INTEGER NOT NULL,
      tag TEXT NOT NULL,
      task INTEGER NOT NULL,
      PRIMARY KEY (list, tag, task)
    ) STRICT, WITHOUT ROWID;

    CREATE TRIGGER task_tags_insert AFTER INSERT ON tasks WHEN new.tags IS NOT NULL BEGIN
      INSERT OR IGNORE INTO task_tags
        SELECT new.list, value, new.id FROM json_each('["' || replace(new.tags, ' ', '","') || '"]');
      UPDATE lists SET stored_bytes = stored_bytes + length(CAST(new.tags AS BLOB)) WHERE id = new.list;
    END;
    CREATE TRIGGER task_tags_delete AFTER DELETE ON tasks WHEN old.tags IS NOT NULL BEGIN
      DELETE FROM task_tags WHERE list = old.list AND task = old.id
        AND tag IN (SELECT value FROM json_each('["' || replace(old.tags, ' ', '","') || '"]'));
      UPDATE lists SET stored_bytes = stored_bytes - length(CAST(old.tags AS BLOB)) WHERE id = old.list;
    END;
    CREATE TRIGGER task_tags_update AFTER UPDATE OF tags, list ON tasks
      WHEN (new.tags IS NOT old.tags OR new.list <> old.list) AND (old.tags IS NOT NULL OR new.tags IS NOT NULL)
    BEGIN
      DELETE FROM task_tags WHERE list = old.list AND task = old.id
        AND tag IN (SELECT value FROM json_each('["' || replace(old.tags, ' ', '","') || '"]'));
      INSERT OR IGNORE INTO task_tags
        SELECT new.list, value, new.id FROM json_each('["' || replace(new.tags, ' ', '","') || '"]');
      UPDATE lists SET stored_bytes = stored_bytes - coalesce(length(CAST(old.tags AS BLOB)), 0) WHERE id = old.list;
      UPDATE lists SET stored_bytes = stored_bytes + coalesce(length(CAST(new.tags AS BLOB)), 0) WHERE id = new.list;
    END;
    """
}
