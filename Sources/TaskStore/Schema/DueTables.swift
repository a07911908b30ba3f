extension Schema {
  /// The open tasks of each account with a due day, in the order of Today.
  static let due = """
    CREATE TABLE due_tasks (
      account INTEGER NOT NULL,
      due TEXT NOT NULL,
      priority INTEGER NOT NULL,
      task INTEGER NOT NULL,
      list INTEGER NOT NULL,
      start TEXT,
      PRIMARY KEY (account, due, priority DESC, task)
    ) STRICT, WITHOUT ROWID;

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
}
