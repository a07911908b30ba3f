extension Schema {
  /// Times of due dates, starts, and what RFC 5545 requires of a to-do: UID, CREATED and LAST-MODIFIED.
  static let times = """
    ALTER TABLE tasks ADD COLUMN time TEXT
      CHECK (time GLOB '[0-2][0-9]:[0-5][0-9]' OR time GLOB '[0-2][0-9]:[0-5][0-9] ?*');
    ALTER TABLE tasks ADD COLUMN start TEXT
      CHECK (start GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' AND date(start, '+0 days') = start);
    ALTER TABLE tasks ADD COLUMN uid TEXT CHECK (uid <> '');
    ALTER TABLE tasks ADD COLUMN changed INTEGER;
    -- The percentage that is completed, of a copied task.
    ALTER TABLE tasks ADD COLUMN percent INTEGER CHECK (percent BETWEEN 1 AND 99);

    -- A version 7 UUID (RFC 9562, section 5.7) from the time of creation.
    UPDATE tasks SET
      uid = substr(printf('%012x', max(created, 0)), 1, 8) || '-' || substr(printf('%012x', max(created, 0)), 9, 4)
        || '-7' || substr(lower(hex(randomblob(2))), 1, 3)
        || '-' || substr('89ab', 1 + abs(random() % 4), 1) || substr(lower(hex(randomblob(2))), 1, 3)
        || '-' || lower(hex(randomblob(6))),
      changed = max(coalesce((SELECT c.at FROM changes c WHERE c.id = tasks.version), created), coalesce(done, created));

    DROP INDEX tasks_due;
    -- Within a day times first, then tasks without one. The column itself makes it a covering index.
    CREATE INDEX tasks_due ON tasks (list, due, coalesce(substr(time, 1, 5), '~'), time, done, deleted)
      WHERE due IS NOT NULL AND done IS NULL AND deleted IS NULL;
    DROP INDEX tasks_priority;
    CREATE INDEX tasks_priority ON tasks (list, priority, due, coalesce(substr(time, 1, 5), '~'), time, done, deleted)
      WHERE priority > 0 AND done IS NULL AND deleted IS NULL;
    """

  /// ``dueTasks`` with times and starts.
  static let timedDueTasks = """
    DROP TRIGGER due_task_insert;
    DROP TRIGGER due_task_update;
    DROP TRIGGER due_task_delete;
    DROP TRIGGER due_member_joins;
    DROP TRIGGER due_member_leaves;
    DROP TABLE due_tasks;
    CREATE TABLE due_tasks (
      account INTEGER NOT NULL,
      due TEXT NOT NULL,
      priority INTEGER NOT NULL,
      task INTEGER NOT NULL,
      list INTEGER NOT NULL,
      start TEXT,
      PRIMARY KEY (account, due, priority DESC, task)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO due_tasks
      SELECT m.account, t.due || coalesce(substr(t.time, 1, 5), '~'), t.priority, t.id, t.list, t.start
      FROM memberships m CROSS JOIN tasks t ON t.list = m.list
      WHERE t.due IS NOT NULL AND t.done IS NULL AND t.deleted IS NULL;

    CREATE TRIGGER due_task_insert AFTER INSERT ON tasks
      WHEN new.due IS NOT NULL AND new.done IS NULL AND new.deleted IS NULL
    BEGIN
      INSERT INTO due_tasks SELECT account, new.due || coalesce(substr(new.time, 1, 5), '~'), new.priority, new.id, new.list, new.start FROM memberships
        WHERE list = new.list;
    END;
    CREATE TRIGGER due_task_update AFTER UPDATE OF list, due, time, start, priority, done, deleted ON tasks
      WHEN (old.due IS NOT NULL AND old.done IS NULL AND old.deleted IS NULL)
        OR (new.due IS NOT NULL AND new.done IS NULL AND new.deleted IS NULL)
    BEGIN
      DELETE FROM due_tasks WHERE due = old.due || coalesce(substr(old.time, 1, 5), '~') AND priority = old.priority AND task = old.id
        AND account IN (SELECT account FROM memberships WHERE list = old.list);
      INSERT INTO due_tasks SELECT account, new.due || coalesce(substr(new.time, 1, 5), '~'), new.priority, new.id, new.list, new.start FROM memberships
        WHERE list = new.list AND new.due IS NOT NULL AND new.done IS NULL AND new.deleted IS NULL;
    END;
    CREATE TRIGGER due_task_delete BEFORE DELETE ON tasks
      WHEN old.due IS NOT NULL AND old.done IS NULL AND old.deleted IS NULL
    BEGIN
      DELETE FROM due_tasks WHERE due = old.due || coalesce(substr(old.time, 1, 5), '~') AND priority = old.priority AND task = old.id
        AND account IN (SELECT account FROM memberships WHERE list = old.list);
    END;

    CREATE TRIGGER due_member_joins AFTER INSERT ON memberships BEGIN
      INSERT INTO due_tasks SELECT new.account, due || coalesce(substr(time, 1, 5), '~'), priority, id, list, start FROM tasks
        WHERE list = new.list AND due IS NOT NULL AND done IS NULL AND deleted IS NULL;
    END;
    CREATE TRIGGER due_member_leaves BEFORE DELETE ON memberships BEGIN
      DELETE FROM due_tasks WHERE (account, due, priority, task) IN
        (SELECT old.account, t.due || coalesce(substr(t.time, 1, 5), '~'), t.priority, t.id FROM tasks t
          WHERE t.list = old.list AND t.due IS NOT NULL AND t.done IS NULL AND t.deleted IS NULL);
    END;
    """

  /// The start of a followed list's task, a day or a moment like `due`. Resets validators, so that all sources are fetched again.
  static let remoteStarts = """
    ALTER TABLE source_tasks ADD COLUMN start ANY CHECK (typeof(start) IN ('null', 'text', 'integer'));
    UPDATE sources SET etag = NULL, modified = NULL, ctag = substr(ctag, 1, 0);
    """
}
