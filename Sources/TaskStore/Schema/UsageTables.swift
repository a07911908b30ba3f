extension Schema {
  /// The stored size of each list, maintained by triggers that update the list's row anyway, at no extra cost.
  ///
  /// Existing lists and sources have NULL until they are counted, one by one in the background. A text counts its bytes, a task
  /// and a change 100 bytes more.
  static let usage = """
    -- Tasks, also those in the trash.
    ALTER TABLE lists ADD COLUMN stored_tasks INTEGER DEFAULT 0;
    -- Of its tasks and its history.
    ALTER TABLE lists ADD COLUMN stored_bytes INTEGER DEFAULT 0;
    UPDATE lists SET stored_tasks = NULL, stored_bytes = NULL;
    CREATE INDEX lists_uncounted ON lists (id) WHERE stored_bytes IS NULL;
    -- Of its copy.
    ALTER TABLE sources ADD COLUMN stored_bytes INTEGER DEFAULT 0;
    UPDATE sources SET stored_bytes = NULL WHERE format IS NOT NULL;
    CREATE INDEX sources_uncounted ON sources (id) WHERE stored_bytes IS NULL;

    DROP TRIGGER tasks_count_insert;
    DROP TRIGGER tasks_count_delete;
    DROP TRIGGER tasks_count_update;
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
    CREATE TRIGGER tasks_count_state AFTER UPDATE OF done, deleted ON tasks WHEN new.list = old.list BEGIN
      UPDATE lists SET
        open = open + (new.deleted IS NULL AND new.done IS NULL) - (old.deleted IS NULL AND old.done IS NULL),
        completed = completed + (new.deleted IS NULL AND new.done IS NOT NULL)
          - (old.deleted IS NULL AND old.done IS NOT NULL)
        WHERE id = new.list;
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

    DROP TRIGGER changes_revise;
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

    CREATE TABLE history_retention (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      -- The last change that was looked at for its age.
      reached INTEGER NOT NULL,
      -- Changes up to this one may be more of one task than are kept.
      unreviewed INTEGER NOT NULL
    ) STRICT;
    INSERT INTO history_retention SELECT 1, 0, coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'changes';
    """
}
