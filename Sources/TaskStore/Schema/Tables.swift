extension Schema {
  static let accounts = """
    CREATE TABLE meta (
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE accounts (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL UNIQUE CHECK (name <> ''),
      created INTEGER NOT NULL,
      -- The last change in any of its lists, those in the trash included: names the overview and the trash.
      revision INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    """

  static let lists = """
    CREATE TABLE lists (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL CHECK (name <> ''),
      created INTEGER NOT NULL,
      deleted INTEGER,
      -- The change that last edited the name, and the last change in it; 0 only until its first change is written.
      version INTEGER NOT NULL DEFAULT 0,
      revision INTEGER NOT NULL DEFAULT 0,
      -- Kept by triggers on tasks: tasks that are not in the trash themselves.
      open INTEGER NOT NULL DEFAULT 0 CHECK (open >= 0),
      completed INTEGER NOT NULL DEFAULT 0 CHECK (completed >= 0)
    ) STRICT;

    -- The only place that says whose a list is.
    CREATE TABLE memberships (
      account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      list INTEGER NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
      role TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
      position INTEGER NOT NULL,
      PRIMARY KEY (account, list)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX memberships_order ON memberships (account, position, list);
    CREATE INDEX memberships_list ON memberships (list);
    """

  static let tasks = """
    -- Notes come last, and are NULL rather than empty: whether there are any is then told without reading them.
    CREATE TABLE tasks (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      list INTEGER NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      priority INTEGER NOT NULL DEFAULT 0 CHECK (priority BETWEEN 0 AND 3),
      due TEXT CHECK (due GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' AND date(due, '+0 days') = due),
      done INTEGER,
      deleted INTEGER,
      created INTEGER NOT NULL,
      version INTEGER NOT NULL,
      title TEXT NOT NULL CHECK (title <> ''),
      notes TEXT CHECK (notes <> '')
    ) STRICT;
    CREATE INDEX tasks_order ON tasks (list, position);
    CREATE INDEX tasks_open ON tasks (list, position) WHERE done IS NULL AND deleted IS NULL;
    CREATE INDEX tasks_completed ON tasks (list, done) WHERE done IS NOT NULL AND deleted IS NULL;
    -- With the columns of its own condition, for SQLite reads those from the row otherwise.
    CREATE INDEX tasks_due ON tasks (list, due, done, deleted)
      WHERE due IS NOT NULL AND done IS NULL AND deleted IS NULL;
    CREATE INDEX tasks_trash ON tasks (list, deleted) WHERE deleted IS NOT NULL;

    CREATE TRIGGER tasks_count_insert AFTER INSERT ON tasks WHEN new.deleted IS NULL BEGIN
      UPDATE lists SET open = open + (new.done IS NULL), completed = completed + (new.done IS NOT NULL)
        WHERE id = new.list;
    END;
    CREATE TRIGGER tasks_count_delete AFTER DELETE ON tasks WHEN old.deleted IS NULL BEGIN
      UPDATE lists SET open = open - (old.done IS NULL), completed = completed - (old.done IS NOT NULL)
        WHERE id = old.list;
    END;
    CREATE TRIGGER tasks_count_update AFTER UPDATE OF list, done, deleted ON tasks BEGIN
      UPDATE lists SET open = open - (old.done IS NULL), completed = completed - (old.done IS NOT NULL)
        WHERE id = old.list AND old.deleted IS NULL;
      UPDATE lists SET open = open + (new.done IS NULL), completed = completed + (new.done IS NOT NULL)
        WHERE id = new.list AND new.deleted IS NULL;
    END;
    """

  static let changes = """
    CREATE TABLE changes (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      -- NULL: the app itself, or an account that is no more.
      account INTEGER REFERENCES accounts (id) ON DELETE SET NULL,
      list INTEGER NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
      -- The list that a task was moved to, and its name then.
      other INTEGER REFERENCES lists (id) ON DELETE SET NULL,
      other_name TEXT,
      -- The one task that it is about. No reference: the history tells of tasks that were purged.
      task INTEGER,
      kind TEXT NOT NULL CHECK (kind <> ''),
      name TEXT NOT NULL,
      count INTEGER NOT NULL DEFAULT 1 CHECK (count >= 0),
      at INTEGER NOT NULL,
      -- The changes that it undid, and by which it was undone. No references: they stand and fall with the same list.
      undoes INTEGER,
      undone INTEGER,
      -- The key of the form that was sent, while it can be told that this was its last effect.
      submission BLOB CHECK (length(submission) = 16),
      -- How to take it back, as JSON; NULL where there is no way.
      inverse TEXT CHECK (inverse <> '')
    ) STRICT;
    CREATE INDEX changes_list ON changes (list);
    CREATE INDEX changes_other ON changes (other) WHERE other IS NOT NULL;
    CREATE INDEX changes_task ON changes (task) WHERE task IS NOT NULL;
    CREATE UNIQUE INDEX changes_submission ON changes (account, submission) WHERE submission IS NOT NULL;

    -- A revision is the last change by definition, so nobody has to remember it.
    CREATE TRIGGER changes_revise AFTER INSERT ON changes BEGIN
      UPDATE lists SET revision = new.id WHERE id IN (new.list, new.other);
      UPDATE accounts SET revision = new.id
        WHERE id IN (SELECT account FROM memberships WHERE list IN (new.list, new.other));
    END;
    """

  /// The key of a form that added tasks is looked up only in the newest change of its list, which is found by id. An index would
  /// cost one more page write per task.
  static let unindexedSubmissions = """
    DROP INDEX changes_submission;
    CREATE UNIQUE INDEX changes_submission ON changes (account, submission)
      WHERE submission IS NOT NULL AND kind NOT IN ('task-added', 'tasks-added');
    """

  /// A change of tasks in several lists is one row in each list: the rows of a batch. They are undone together.
  static let batches = """
    -- The first row of the batch, also in that row; NULL for a change of its own. No reference: that row goes with its list.
    ALTER TABLE changes ADD COLUMN batch INTEGER;
    CREATE INDEX changes_batch ON changes (batch) WHERE batch IS NOT NULL;
    """
}
