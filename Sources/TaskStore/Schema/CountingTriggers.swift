extension Schema {
  /// The counts and sizes in the row of a list, its revision, and the tags of its tasks.
  static let counting = """
    CREATE TRIGGER tasks_count_insert AFTER INSERT ON tasks BEGIN
      UPDATE lists SET open = open + (new.deleted IS NULL AND new.done IS NULL),
        completed = completed + (new.deleted IS NULL AND new.done IS NOT NULL),
        stored_tasks = stored_tasks + 1,
        stored_bytes = stored_bytes + 100 + length(CAST(new.title AS BLOB)) + coalesce(length(CAST(new.notes AS BLOB)), 0)
        WHERE id = new.list;
    END;

    CREATE TRIGGER tasks_count_delete AFTER DELETE ON tasks BEGIN
      UPDATE lists SET open = open - (old.deleted IS NULL AND old.done IS NULL),
        completed = completed - (old.deleted IS NULL AND old.done IS NOT NULL),
        stored_tasks = stored_tasks - 1,
        stored_bytes = stored_bytes - 100 - length(CAST(old.title AS BLOB)) - coalesce(length(CAST(old.notes AS BLOB)), 0)
        WHERE id = old.list;
    END;

    CREATE TRIGGER tasks_count_text AFTER UPDATE OF title, notes ON tasks WHEN new.list = old.list BEGIN
      UPDATE lists SET stored_bytes = stored_bytes
        + length(CAST(new.title AS BLOB)) + coalesce(length(CAST(new.notes AS BLOB)), 0)
        - length(CAST(old.title AS BLOB)) - coalesce(length(CAST(old.notes AS BLOB)), 0)
        WHERE id = new.list;
    END;

    CREATE TRIGGER tasks_count_transfer AFTER UPDATE OF list ON tasks WHEN new.list <> old.list BEGIN
      UPDATE lists SET open = open - (old.deleted IS NULL AND old.done IS NULL),
        completed = completed - (old.deleted IS NULL AND old.done IS NOT NULL),
        stored_tasks = stored_tasks - 1,
        stored_bytes = stored_bytes - 100 - length(CAST(old.title AS BLOB)) - coalesce(length(CAST(old.notes AS BLOB)), 0)
        WHERE id = old.list;
      UPDATE lists SET open = open + (new.deleted IS NULL AND new.done IS NULL),
        completed = completed + (new.deleted IS NULL AND new.done IS NOT NULL),
        stored_tasks = stored_tasks + 1,
        stored_bytes = stored_bytes + 100 + length(CAST(new.title AS BLOB)) + coalesce(length(CAST(new.notes AS BLOB)), 0)
        WHERE id = new.list;
    END;

    CREATE TRIGGER changes_revise AFTER INSERT ON changes BEGIN
      UPDATE lists SET revision = new.id, stored_bytes = stored_bytes + CASE WHEN id = new.list
        THEN 100 + length(CAST(new.name AS BLOB)) + coalesce(length(CAST(new.inverse AS BLOB)), 0) ELSE 0 END
        WHERE id IN (new.list, new.other);
      UPDATE accounts SET revision = new.id
        WHERE id IN (SELECT account FROM memberships WHERE list IN (new.list, new.other));
    END;

    CREATE TRIGGER changes_count_inverse AFTER UPDATE OF inverse ON changes BEGIN
      UPDATE lists SET stored_bytes = stored_bytes
        + coalesce(length(CAST(new.inverse AS BLOB)), 0) - coalesce(length(CAST(old.inverse AS BLOB)), 0)
        WHERE id = new.list;
    END;

    CREATE TRIGGER changes_count_delete AFTER DELETE ON changes BEGIN
      UPDATE lists SET stored_bytes = stored_bytes
        - 100 - length(CAST(old.name AS BLOB)) - coalesce(length(CAST(old.inverse AS BLOB)), 0)
        WHERE id = old.list;
    END;

    CREATE TRIGGER tasks_count_state AFTER UPDATE OF done, deleted ON tasks
      WHEN new.list = old.list
    BEGIN
      UPDATE lists SET
        open = open + (new.deleted IS NULL AND new.done IS NULL) - (old.deleted IS NULL AND old.done IS NULL),
        completed = completed + (new.deleted IS NULL AND new.done IS NOT NULL)
          - (old.deleted IS NULL AND old.done IS NOT NULL)
        WHERE id = new.list;
    END;

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
