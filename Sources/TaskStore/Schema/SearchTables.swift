extension Schema {
  /// The index of words, and what it does not know yet.
  static let search = """
    CREATE VIEW searchable (id, list, scope, title, notes) AS
      SELECT t.id, t.list, (
          SELECT group_concat(char(57344) || CASE WHEN t.done IS NULL THEN 'o' ELSE 'd' END || m.account, ' ')
          FROM memberships m WHERE m.list = t.list
        ), t.title, t.notes
      FROM tasks t WHERE t.deleted IS NULL AND EXISTS (SELECT 1 FROM memberships m WHERE m.list = t.list);

    CREATE VIRTUAL TABLE search USING fts5 (
      scope, title, notes, content = 'searchable', content_rowid = 'id', columnsize = 0, detail = none,
      prefix = '1 2 3 4 6', tokenize = 'unicode61 remove_diacritics 2');

    CREATE TABLE index_build (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      -- The index knows nothing of tasks up to this number.
      below INTEGER NOT NULL,
      -- Whether words that were removed for good may still stand in the index.
      merging INTEGER NOT NULL DEFAULT 0 CHECK (merging IN (0, 1))
    , is_bulk INTEGER NOT NULL DEFAULT 0 CHECK (is_bulk IN (0, 1))) STRICT;

    CREATE TABLE unindexed (
      task INTEGER PRIMARY KEY,
      -- Of the list's members the one with the lowest number; 0 without members.
      account INTEGER NOT NULL,
      -- Under which scope the index knows the task; NULL if it does not know it.
      scope TEXT,
      -- What the index knows of the text; NULL if that is the text as it is now.
      title TEXT,
      notes TEXT,
      CHECK (scope IS NOT NULL OR (title IS NULL AND notes IS NULL)),
      CHECK (title IS NOT NULL OR notes IS NULL)
    ) STRICT;
    CREATE INDEX unindexed_account ON unindexed (account, task);

    CREATE TRIGGER search_task_insert AFTER INSERT ON tasks BEGIN
      INSERT INTO unindexed (task, account)
        VALUES (new.id, coalesce((SELECT min(account) FROM memberships WHERE list = new.list), 0));
    END;

    CREATE TRIGGER search_task_reword BEFORE UPDATE OF title, notes ON tasks
      WHEN (new.title <> old.title OR new.notes IS NOT old.notes) AND old.id > (SELECT below FROM index_build)
    BEGIN
      INSERT INTO unindexed (task, account, scope, title, notes)
        SELECT old.id, coalesce((SELECT min(account) FROM memberships WHERE list = new.list), 0), scope,
          CASE WHEN scope IS NOT NULL THEN old.title END, CASE WHEN scope IS NOT NULL THEN old.notes END
        FROM (SELECT CASE WHEN old.deleted IS NULL THEN (
          SELECT group_concat(char(57344) || CASE WHEN old.done IS NULL THEN 'o' ELSE 'd' END || account, ' ')
          FROM memberships WHERE list = old.list) END AS scope)
        WHERE true
        ON CONFLICT DO UPDATE SET account = excluded.account,
          title = CASE WHEN scope IS NOT NULL AND title IS NULL THEN old.title ELSE title END,
          notes = CASE WHEN scope IS NOT NULL AND title IS NULL THEN old.notes ELSE notes END;
    END;

    CREATE TRIGGER search_member_joins BEFORE INSERT ON memberships BEGIN
      INSERT INTO unindexed (task, account, scope)
        SELECT id, min(new.account, (SELECT min(account) FROM memberships WHERE list = new.list)), scope
        FROM searchable WHERE list = new.list AND id > (SELECT below FROM index_build)
        ON CONFLICT DO UPDATE SET account = excluded.account;
    END;

    CREATE TRIGGER search_member_joined AFTER INSERT ON memberships BEGIN
      INSERT INTO unindexed (task, account)
        SELECT id, (SELECT min(account) FROM memberships WHERE list = new.list)
        FROM searchable WHERE list = new.list AND id > (SELECT below FROM index_build)
        ON CONFLICT DO NOTHING;
    END;

    CREATE TRIGGER search_member_leaves BEFORE DELETE ON memberships BEGIN
      INSERT INTO unindexed (task, account, scope)
        SELECT id, coalesce(
          (SELECT min(account) FROM memberships WHERE list = old.list AND account <> old.account), 0), scope
        FROM searchable WHERE list = old.list AND id > (SELECT below FROM index_build)
        ON CONFLICT DO UPDATE SET account = excluded.account;
    END;

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

    CREATE TRIGGER search_task_rescope BEFORE UPDATE OF list, done, deleted ON tasks
      WHEN new.title = old.title AND new.notes IS old.notes
        AND (new.list <> old.list OR (new.done IS NULL) <> (old.done IS NULL)
          OR (new.deleted IS NULL) <> (old.deleted IS NULL))
        AND EXISTS (SELECT 1 FROM index_build WHERE below < old.id AND is_bulk = 0)
    BEGIN
      INSERT INTO unindexed (task, account, scope)
        VALUES (
          old.id, coalesce((SELECT min(account) FROM memberships WHERE list = new.list), 0),
          CASE WHEN old.deleted IS NULL THEN (
            SELECT group_concat(char(57344) || CASE WHEN old.done IS NULL THEN 'o' ELSE 'd' END || account, ' ')
            FROM memberships WHERE list = old.list) END)
        ON CONFLICT DO UPDATE SET account = excluded.account;
    END;
    """
}
