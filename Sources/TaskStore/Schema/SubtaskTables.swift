extension Schema {
  /// Steps: tasks within tasks of the same list.
  static let subtasks = """
    -- The task that it is a step of, in the same list; NULL for a task of its own. No reference: the trigger below takes its place,
    -- by an index that only steps are in.
    ALTER TABLE tasks ADD COLUMN parent INTEGER;
    -- Whether pages leave out its steps. Not a change of the list.
    ALTER TABLE tasks ADD COLUMN folded INTEGER CHECK (folded = 1);
    -- How often `folded` was set or removed in the list: it names pages.
    ALTER TABLE lists ADD COLUMN folds INTEGER NOT NULL DEFAULT 0;

    CREATE INDEX tasks_steps ON tasks (list, parent, position, done, deleted) WHERE parent IS NOT NULL;
    -- With the parent, so that tasks of their own are counted, and skipped, without reading them.
    DROP INDEX tasks_open;
    CREATE INDEX tasks_open ON tasks (list, position, parent) WHERE done IS NULL AND deleted IS NULL;
    DROP INDEX tasks_completed;
    CREATE INDEX tasks_completed ON tasks (list, done, parent) WHERE done IS NOT NULL AND deleted IS NULL;

    -- A task that is deleted for good leaves steps in the trash that were deleted before it. They become tasks of their own.
    CREATE TRIGGER tasks_parent_delete AFTER DELETE ON tasks
      WHEN EXISTS (SELECT 1 FROM tasks s WHERE s.list = old.list AND s.parent = old.id)
    BEGIN
      UPDATE tasks SET parent = NULL WHERE list = old.list AND parent = old.id;
    END;
    """
}
