extension Schema {
  /// The items in the trash of each account, and their number in each list.
  static let trash = """
    CREATE TABLE trashed_tasks (
      account INTEGER NOT NULL,
      deleted INTEGER NOT NULL,
      task INTEGER NOT NULL,
      list INTEGER NOT NULL,
      PRIMARY KEY (account, deleted, task)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE trash_counts (
      account INTEGER NOT NULL,
      list INTEGER NOT NULL,
      items INTEGER NOT NULL CHECK (items >= 0),
      PRIMARY KEY (account, list)
    ) STRICT, WITHOUT ROWID;

    CREATE TRIGGER trash_task_delete BEFORE DELETE ON tasks WHEN old.deleted IS NOT NULL BEGIN
      UPDATE lists SET trashed = trashed - 1 WHERE id = old.list;
      DELETE FROM trashed_tasks WHERE deleted = old.deleted AND task = old.id
        AND account IN (SELECT account FROM memberships WHERE list = old.list);
    END;

    CREATE TRIGGER trash_item_insert AFTER INSERT ON trashed_tasks BEGIN
      INSERT INTO trash_counts VALUES (new.account, new.list, 1) ON CONFLICT DO UPDATE SET items = items + 1;
    END;

    CREATE TRIGGER trash_item_delete AFTER DELETE ON trashed_tasks BEGIN
      UPDATE trash_counts SET items = items - 1 WHERE account = old.account AND list = old.list;
    END;

    CREATE TRIGGER trash_task_insert AFTER INSERT ON tasks WHEN new.deleted IS NOT NULL BEGIN
      UPDATE lists SET trashed = trashed + 1 WHERE id = new.list;
      INSERT INTO trashed_tasks SELECT account, new.deleted, new.id, new.list FROM memberships
        WHERE list = new.list AND new.deleted > 0
          AND NOT EXISTS (SELECT 1 FROM tasks p WHERE p.id = new.parent AND p.deleted = new.deleted);
    END;

    CREATE TRIGGER trash_task_update AFTER UPDATE OF list, deleted, parent ON tasks
      WHEN (new.deleted IS NOT old.deleted OR new.list <> old.list OR new.parent IS NOT old.parent)
        AND (old.deleted IS NOT NULL OR new.deleted IS NOT NULL)
    BEGIN
      UPDATE lists SET trashed = trashed - 1 WHERE id = old.list AND old.deleted IS NOT NULL;
      UPDATE lists SET trashed = trashed + 1 WHERE id = new.list AND new.deleted IS NOT NULL;
      DELETE FROM trashed_tasks WHERE deleted = old.deleted AND task = old.id
        AND account IN (SELECT account FROM memberships WHERE list = old.list);
      INSERT INTO trashed_tasks SELECT account, new.deleted, new.id, new.list FROM memberships
        WHERE list = new.list AND new.deleted > 0
          AND NOT EXISTS (SELECT 1 FROM tasks p WHERE p.id = new.parent AND p.deleted = new.deleted);
      -- Its steps that were deleted with it are items of their own now, and those that are deleted at its new moment are parts of it.
      INSERT INTO trashed_tasks
        SELECT m.account, s.deleted, s.id, s.list
        FROM tasks s INDEXED BY tasks_steps CROSS JOIN memberships m ON m.list = s.list
        WHERE s.list IN (old.list, new.list) AND s.parent = new.id AND s.deleted = old.deleted AND s.deleted > 0
          AND new.deleted IS NOT old.deleted
        ON CONFLICT DO NOTHING;
      DELETE FROM trashed_tasks
        WHERE new.deleted IS NOT old.deleted AND (account, deleted, task) IN (
          SELECT m.account, s.deleted, s.id
          FROM tasks s INDEXED BY tasks_steps CROSS JOIN memberships m ON m.list = s.list
          WHERE s.list IN (old.list, new.list) AND s.parent = new.id AND s.deleted = new.deleted);
    END;

    CREATE TRIGGER trash_member_joins AFTER INSERT ON memberships BEGIN
      INSERT INTO trashed_tasks SELECT new.account, t.deleted, t.id, t.list FROM tasks t
        WHERE t.list = new.list AND t.deleted > 0
          AND NOT EXISTS (SELECT 1 FROM tasks p WHERE p.id = t.parent AND p.deleted = t.deleted);
    END;

    CREATE TRIGGER trash_member_leaves BEFORE DELETE ON memberships BEGIN
      DELETE FROM trashed_tasks WHERE (account, deleted, task) IN
        (SELECT old.account, t.deleted, t.id FROM tasks t WHERE t.list = old.list AND t.deleted IS NOT NULL);
      DELETE FROM trash_counts WHERE account = old.account AND list = old.list;
    END;
    """
}
