extension Schema {
  /// The tasks in the trash of each account by their time of deletion, so that a page of the trash is read without the others.
  /// Tasks have no account column: the triggers use `memberships`.
  ///
  /// Tasks in the trash remain in this table when their list is deleted, and queries skip them. Otherwise deleting a list would
  /// take time in proportion to its tasks.
  static let trash = """
    CREATE TABLE trashed_tasks (
      account INTEGER NOT NULL,
      deleted INTEGER NOT NULL,
      task INTEGER NOT NULL,
      list INTEGER NOT NULL,
      PRIMARY KEY (account, deleted, task)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO trashed_tasks
      SELECT m.account, t.deleted, t.id, t.list FROM memberships m CROSS JOIN tasks t ON t.list = m.list
      WHERE t.deleted IS NOT NULL;

    -- Kept by triggers on tasks, like the other counts.
    ALTER TABLE lists ADD COLUMN trashed INTEGER NOT NULL DEFAULT 0 CHECK (trashed >= 0);
    UPDATE lists SET trashed = (SELECT count(*) FROM tasks WHERE tasks.list = lists.id AND tasks.deleted IS NOT NULL);

    CREATE TRIGGER trash_task_insert AFTER INSERT ON tasks WHEN new.deleted IS NOT NULL BEGIN
      UPDATE lists SET trashed = trashed + 1 WHERE id = new.list;
      INSERT INTO trashed_tasks SELECT account, new.deleted, new.id, new.list FROM memberships WHERE list = new.list;
    END;
    CREATE TRIGGER trash_task_update AFTER UPDATE OF list, deleted ON tasks
      WHEN new.deleted IS NOT old.deleted OR new.list <> old.list BEGIN
      UPDATE lists SET trashed = trashed - 1 WHERE id = old.list AND old.deleted IS NOT NULL;
      DELETE FROM trashed_tasks WHERE deleted = old.deleted AND task = old.id
        AND account IN (SELECT account FROM memberships WHERE list = old.list);
      UPDATE lists SET trashed = trashed + 1 WHERE id = new.list AND new.deleted IS NOT NULL;
      INSERT INTO trashed_tasks SELECT account, new.deleted, new.id, new.list FROM memberships
        WHERE list = new.list AND new.deleted IS NOT NULL;
    END;
    CREATE TRIGGER trash_task_delete BEFORE DELETE ON tasks WHEN old.deleted IS NOT NULL BEGIN
      UPDATE lists SET trashed = trashed - 1 WHERE id = old.list;
      DELETE FROM trashed_tasks WHERE deleted = old.deleted AND task = old.id
        AND account IN (SELECT account FROM memberships WHERE list = old.list);
    END;

    CREATE TRIGGER trash_member_joins AFTER INSERT ON memberships BEGIN
      INSERT INTO trashed_tasks SELECT new.account, deleted, id, list FROM tasks
        WHERE list = new.list AND deleted IS NOT NULL;
    END;
    CREATE TRIGGER trash_member_leaves BEFORE DELETE ON memberships BEGIN
      DELETE FROM trashed_tasks WHERE (account, deleted, task) IN
        (SELECT old.account, t.deleted, t.id FROM tasks t WHERE t.list = old.list AND t.deleted IS NOT NULL);
    END;
    """
}
