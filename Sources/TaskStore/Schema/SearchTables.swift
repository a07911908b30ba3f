extension Schema {
  /// The full-text index.
  ///
  /// - An owner term per account states which tasks are the account's and whether they are open, so that FTS5 reads only those.
  ///   It begins with a private-use character, which no search word contains by accident.
  /// - Each prefix up to 20 letters is a term (prefix index). Without it, SQLite would first collect all tasks with a matching
  ///   word. Positions are not stored (`detail = none`), which compensates for the size.
  /// - The view alone defines what is indexed.
  static let search = """
    CREATE VIEW searchable (id, list, scope, title, notes) AS
      SELECT t.id, t.list, (
          SELECT group_concat(char(57344) || CASE WHEN t.done IS NULL THEN 'o' ELSE 'd' END || m.account, ' ')
          FROM memberships m WHERE m.list = t.list
        ), t.title, t.notes
      FROM tasks t WHERE t.deleted IS NULL AND EXISTS (SELECT 1 FROM memberships m WHERE m.list = t.list);

    CREATE VIRTUAL TABLE search USING fts5 (
      scope, title, notes, content = 'searchable', content_rowid = 'id', columnsize = 0, detail = none,
      prefix = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20', tokenize = 'unicode61 remove_diacritics 2');
    -- Fewer pages are written for a task when the index is merged in larger steps.
    INSERT INTO search (search, rank) VALUES ('automerge', 8);

    -- Tasks whose words the index does not know yet, with what it knows of them: no scope where it knows nothing. They are
    -- handed over at the end of their transaction, and not by triggers, for with trusted_schema off SQLite lets no trigger
    -- write into such an index.
    CREATE TABLE unindexed (
      task INTEGER PRIMARY KEY,
      scope TEXT,
      title TEXT,
      notes TEXT
    ) STRICT;

    CREATE TRIGGER search_task_insert AFTER INSERT ON tasks BEGIN
      INSERT INTO unindexed (task) VALUES (new.id) ON CONFLICT DO NOTHING;
    END;
    CREATE TRIGGER search_task_before BEFORE UPDATE OF list, done, deleted, title, notes ON tasks WHEN \(isReworded) BEGIN
      \(keep("id = old.id"))
    END;
    CREATE TRIGGER search_task_after AFTER UPDATE OF list, done, deleted, title, notes ON tasks WHEN \(isReworded) BEGIN
      INSERT INTO unindexed (task) VALUES (new.id) ON CONFLICT DO NOTHING;
    END;
    CREATE TRIGGER search_task_delete BEFORE DELETE ON tasks BEGIN
      \(keep("id = old.id"))
    END;

    CREATE TRIGGER search_member_joins BEFORE INSERT ON memberships BEGIN
      \(keep("list = new.list"))
    END;
    CREATE TRIGGER search_member_joined AFTER INSERT ON memberships BEGIN
      INSERT INTO unindexed (task) SELECT id FROM searchable WHERE list = new.list ON CONFLICT DO NOTHING;
    END;
    CREATE TRIGGER search_member_leaves BEFORE DELETE ON memberships BEGIN
      \(keep("list = old.list"))
    END;
    CREATE TRIGGER search_member_hands_over BEFORE UPDATE OF account, list ON memberships BEGIN
      SELECT raise(ABORT, 'a membership is ended and begun, never handed over');
    END;

    INSERT INTO search (search) VALUES ('rebuild');
    """

  private static func keep(_ condition: String) -> String {
    """
    INSERT INTO unindexed SELECT id, scope, title, notes FROM searchable WHERE \(condition) ON CONFLICT DO NOTHING;
    """
  }

  private static let isReworded = """
    new.title <> old.title OR new.notes IS NOT old.notes OR new.list <> old.list
        OR (new.done IS NULL) <> (old.done IS NULL) OR (new.deleted IS NULL) <> (old.deleted IS NULL)
    """
}
