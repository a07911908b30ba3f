extension Schema {
  /// Lists, tasks, and the history of both.
  static let tasks = """
    CREATE TABLE lists (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL CHECK (name <> ''),
      created INTEGER NOT NULL,
      deleted INTEGER,
      -- The change that last edited the name, and the last change in the list; 0 only until its first change is written.
      version INTEGER NOT NULL DEFAULT 0,
      revision INTEGER NOT NULL DEFAULT 0,
      -- Maintained by triggers: open and completed tasks without steps, and the stored number and size of tasks and history.
      open INTEGER NOT NULL DEFAULT 0 CHECK (open >= 0),
      completed INTEGER NOT NULL DEFAULT 0 CHECK (completed >= 0),
      stored_tasks INTEGER NOT NULL DEFAULT 0,
      stored_bytes INTEGER NOT NULL DEFAULT 0,
      -- How often steps were folded or unfolded in it.
      folds INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    CREATE TABLE memberships (
      account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      list INTEGER NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
      role TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
      position INTEGER NOT NULL,
      -- How the account looks at the list.
      adds TEXT NOT NULL DEFAULT 'top' CHECK (adds IN ('top', 'bottom')),
      shown_order TEXT NOT NULL DEFAULT 'hand' CHECK (shown_order IN ('hand', 'date', 'priority')),
      layout TEXT NOT NULL DEFAULT 'list' CHECK (layout IN ('list', 'board')),
      -- The name of its collection in CalDAV; NULL for the list's id. And what clients have stored with it, as JSON.
      segment TEXT CHECK (segment <> ''),
      properties TEXT CHECK (properties <> ''),
      PRIMARY KEY (account, list)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX memberships_order ON memberships (account, position, list);
    CREATE INDEX memberships_list ON memberships (list);
    CREATE UNIQUE INDEX memberships_segment ON memberships (account, segment) WHERE segment IS NOT NULL;

    -- A saved filter is a list without tasks of its own, with the query of a search.
    CREATE TABLE filters (
      list INTEGER PRIMARY KEY REFERENCES lists (id) ON DELETE CASCADE,
      query TEXT NOT NULL CHECK (query <> '')
    ) STRICT;

    -- The headings of a list. Their positions and those of its tasks are one order.
    CREATE TABLE sections (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      list INTEGER NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      name TEXT NOT NULL CHECK (name <> ''),
      -- The change that last edited the name.
      version INTEGER NOT NULL,
      folded INTEGER CHECK (folded = 1),
      deleted INTEGER
    ) STRICT;
    CREATE INDEX sections_order ON sections (list, position);
    CREATE INDEX sections_deleted ON sections (deleted) WHERE deleted IS NOT NULL;

    CREATE TABLE tasks (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      list INTEGER NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
      -- The task of which it is a step.
      parent INTEGER,
      position INTEGER NOT NULL,
      priority INTEGER NOT NULL DEFAULT 0 CHECK (priority BETWEEN 0 AND 3),
      start TEXT CHECK (start GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' AND date(start, '+0 days') = start),
      due TEXT CHECK (due GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]' AND date(due, '+0 days') = due),
      -- The time of the due day, with its zone if it has one.
      time TEXT CHECK (time GLOB '[0-2][0-9]:[0-5][0-9]' OR time GLOB '[0-2][0-9]:[0-5][0-9] ?*'),
      repeats TEXT CHECK (repeats <> ''),
      percent INTEGER CHECK (percent BETWEEN 1 AND 99),
      done INTEGER,
      deleted INTEGER,
      created INTEGER NOT NULL,
      changed INTEGER,
      -- The change that last edited its text.
      version INTEGER NOT NULL,
      -- The last change of it, of any kind.
      revision INTEGER NOT NULL DEFAULT 0,
      -- The identifier in other programs.
      uid TEXT CHECK (uid <> ''),
      -- Whether its steps are folded.
      folded INTEGER CHECK (folded = 1),
      tags TEXT CHECK (tags <> ''),
      title TEXT NOT NULL CHECK (title <> ''),
      notes TEXT CHECK (notes <> ''),
      -- Of a task that a CalDAV client has sent: the name of its resource; its text, and the change that stored it if nothing else is in
      -- the text; and the identifier of its parent while that is not there.
      href TEXT CHECK (href <> ''),
      sent INTEGER,
      awaits TEXT CHECK (awaits <> ''),
      object TEXT CHECK (object <> ''),
      -- What it counts for a quota.
      bytes INTEGER AS (100 + length(CAST(title AS BLOB)) + coalesce(length(CAST(notes AS BLOB)), 0)
        + coalesce(length(CAST(tags AS BLOB)), 0) + coalesce(length(CAST(object AS BLOB)), 0)),
      -- What it counts for its list: steps are part of their task.
      open INTEGER AS (parent IS NULL AND done IS NULL AND deleted IS NULL),
      completed INTEGER AS (parent IS NULL AND done IS NOT NULL AND deleted IS NULL),
      -- A step is in the list of its task. The statements of a change move both one after the other.
      UNIQUE (id, list),
      FOREIGN KEY (parent, list) REFERENCES tasks (id, list) DEFERRABLE INITIALLY DEFERRED
    ) STRICT;
    CREATE INDEX tasks_order ON tasks (list, position);
    CREATE INDEX tasks_trash ON tasks (list, deleted, id, parent) WHERE deleted IS NOT NULL;
    CREATE INDEX tasks_repeating ON tasks (list, done, deleted)
      WHERE repeats IS NOT NULL AND done IS NULL AND deleted IS NULL;
    CREATE INDEX tasks_due ON tasks (list, due, coalesce(substr(time, 1, 5), '~'), time, start, priority, done, deleted)
      WHERE due IS NOT NULL AND done IS NULL AND deleted IS NULL;
    CREATE INDEX tasks_start ON tasks (list, start) WHERE start IS NOT NULL AND done IS NULL AND deleted IS NULL;
    CREATE INDEX tasks_priority ON tasks (list, priority, due, coalesce(substr(time, 1, 5), '~'), time, done, deleted)
      WHERE priority > 0 AND done IS NULL AND deleted IS NULL;
    CREATE INDEX tasks_steps ON tasks (list, parent, position, done, deleted) WHERE parent IS NOT NULL;
    CREATE INDEX tasks_open ON tasks (list, position, parent) WHERE done IS NULL AND deleted IS NULL;
    CREATE INDEX tasks_completed ON tasks (list, done, parent) WHERE done IS NOT NULL AND deleted IS NULL;

    -- Partial, so that no other query takes it for a small index of a list.
    CREATE INDEX tasks_revision ON tasks (list, revision) WHERE revision > 0;
    CREATE INDEX tasks_uid ON tasks (uid, list) WHERE uid IS NOT NULL;
    CREATE INDEX tasks_href ON tasks (list, href) WHERE href IS NOT NULL;
    CREATE INDEX tasks_awaits ON tasks (list, awaits) WHERE awaits IS NOT NULL;

    -- The resources that a list has lost: tasks that were moved to another list, or deleted for good.
    CREATE TABLE departures (
      list INTEGER NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
      revision INTEGER NOT NULL,
      task INTEGER NOT NULL,
      href TEXT NOT NULL,
      PRIMARY KEY (list, revision, task)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE tags (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      key TEXT NOT NULL CHECK (key <> ''),
      name TEXT NOT NULL CHECK (name <> '')
    ) STRICT;
    CREATE UNIQUE INDEX tags_name ON tags (account, name);
    CREATE INDEX tags_key ON tags (account, key, id);

    -- The tags of the tasks of each list.
    CREATE TABLE task_tags (
      list INTEGER NOT NULL,
      tag TEXT NOT NULL,
      task INTEGER NOT NULL,
      PRIMARY KEY (list, tag, task)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE changes (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      -- NULL: the app itself, or an account that is removed.
      account INTEGER REFERENCES accounts (id) ON DELETE SET NULL,
      list INTEGER NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
      -- The list that a task was moved to, and its name then.
      other INTEGER REFERENCES lists (id) ON DELETE SET NULL,
      other_name TEXT,
      -- The name of the app password that it was made with; NULL for one of the app's pages.
      app TEXT CHECK (app <> ''),
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
      inverse TEXT CHECK (inverse <> ''),
      -- The first of the changes of several lists that were made together.
      batch INTEGER,
      -- What it counts for a quota.
      bytes INTEGER AS (100 + length(CAST(name AS BLOB)) + coalesce(length(CAST(inverse AS BLOB)), 0))
    ) STRICT;
    CREATE INDEX changes_list ON changes (list);
    CREATE INDEX changes_other ON changes (other) WHERE other IS NOT NULL;
    CREATE INDEX changes_task ON changes (task) WHERE task IS NOT NULL;
    CREATE UNIQUE INDEX changes_submission ON changes (account, submission)
      WHERE submission IS NOT NULL AND kind NOT IN ('task-added', 'tasks-added');
    CREATE INDEX changes_app ON changes (account, app, kind) WHERE app IS NOT NULL;
    CREATE INDEX changes_batch ON changes (batch) WHERE batch IS NOT NULL;

    -- How far the history was looked through for changes that are kept no longer.
    CREATE TABLE history_retention (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      -- The last change that was looked at for its age.
      reached INTEGER NOT NULL
    ) STRICT;

    -- Lists without members, to be deleted with everything in them.
    CREATE TABLE discarded_lists (list INTEGER PRIMARY KEY REFERENCES lists (id) ON DELETE CASCADE) STRICT;

    -- Whose trash is being emptied of what was deleted up to a moment.
    CREATE TABLE emptied_trashes (
      account INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
      until INTEGER NOT NULL
    ) STRICT;

    -- Imports that are under way. Their lists have no members yet, so that no account sees half of them.
    CREATE TABLE unfinished_imports (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account INTEGER NOT NULL UNIQUE REFERENCES accounts (id) ON DELETE CASCADE,
      -- When its last step was made. An import without a step for some minutes has ended with its process.
      at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE unfinished_lists (
      list INTEGER PRIMARY KEY REFERENCES lists (id) ON DELETE CASCADE,
      import INTEGER NOT NULL REFERENCES unfinished_imports (id) ON DELETE CASCADE
    ) STRICT;
    CREATE INDEX unfinished_lists_import ON unfinished_lists (import);
    """
}
