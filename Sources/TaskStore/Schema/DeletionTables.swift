extension Schema {
  /// Tables of what is to be deleted for good, step by step in the background. Their items are not visible to any account.
  static let deletions = """
    -- When the account was removed. Its row stays, without a name: the history of other people's lists points to it.
    ALTER TABLE accounts ADD COLUMN removed INTEGER;

    -- Accounts that still have rows in other tables.
    CREATE TABLE removed_accounts (account INTEGER PRIMARY KEY REFERENCES accounts (id)) STRICT;

    -- Lists without members, to be deleted with all that is in them.
    CREATE TABLE discarded_lists (list INTEGER PRIMARY KEY REFERENCES lists (id) ON DELETE CASCADE) STRICT;

    -- Whose trash is being emptied of what was deleted up to a moment.
    CREATE TABLE emptied_trashes (
      account INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
      until INTEGER NOT NULL
    ) STRICT;

    -- The index knows nothing of tasks in the trash, and needs not be told that they are gone.
    DROP TRIGGER search_task_delete;
    CREATE TRIGGER search_task_delete BEFORE DELETE ON tasks
      WHEN old.id > (SELECT below FROM index_build)
        AND (old.deleted IS NULL OR EXISTS (SELECT 1 FROM unindexed WHERE task = old.id))
    BEGIN
      INSERT INTO unindexed (task, account, scope, title, notes)
        SELECT old.id, coalesce((SELECT min(account) FROM memberships WHERE list = old.list), 0), scope,
          CASE WHEN scope IS NOT NULL THEN old.title END, CASE WHEN scope IS NOT NULL THEN old.notes END
        FROM (SELECT CASE WHEN old.deleted IS NULL THEN (
          SELECT group_concat(char(57344) || CASE WHEN old.done IS NULL THEN 'o' ELSE 'd' END || account, ' ')
          FROM memberships WHERE list = old.list) END AS scope)
        WHERE true
        ON CONFLICT DO UPDATE SET
          title = CASE WHEN scope IS NOT NULL AND title IS NULL THEN old.title ELSE title END,
          notes = CASE WHEN scope IS NOT NULL AND title IS NULL THEN old.notes ELSE notes END;
    END;
    """
}
