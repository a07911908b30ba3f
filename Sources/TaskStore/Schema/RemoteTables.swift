extension Schema {
  static let sources = """
    CREATE TABLE sources (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      -- Whose draft it is. Once it is followed its list says who may see it.
      account INTEGER REFERENCES accounts (id) ON DELETE CASCADE,
      list INTEGER UNIQUE REFERENCES lists (id) ON DELETE CASCADE,
      created INTEGER NOT NULL,
      revision INTEGER NOT NULL DEFAULT 1,
      -- When a background refresh is due.
      next INTEGER NOT NULL,
      asked INTEGER,
      wanted INTEGER,
      not_before INTEGER,
      -- The last failure, if nothing went well since.
      failure TEXT CHECK (failure <> ''),
      failure_detail TEXT,
      failing_since INTEGER,
      failed_times INTEGER CHECK (failed_times > 0),
      -- The last good copy; its tasks are rows of their own.
      format TEXT CHECK (format <> ''),
      title TEXT CHECK (title <> ''),
      open INTEGER CHECK (open >= 0),
      closed INTEGER CHECK (closed >= 0),
      skipped INTEGER CHECK (skipped >= 0),
      fetched INTEGER,
      checked INTEGER,
      -- The address that it came from, which the source may have left since.
      origin TEXT CHECK (origin <> ''),
      etag TEXT,
      modified TEXT,
      url TEXT NOT NULL CHECK (url <> ''),
      host TEXT NOT NULL CHECK (host <> ''),
      CHECK ((account IS NULL) <> (list IS NULL)),
      CHECK ((failure IS NULL) = (failing_since IS NULL) AND (failure IS NULL) = (failed_times IS NULL)),
      CHECK ((format IS NULL) = (open IS NULL) AND (format IS NULL) = (closed IS NULL)
        AND (format IS NULL) = (skipped IS NULL) AND (format IS NULL) = (fetched IS NULL)
        AND (format IS NULL) = (checked IS NULL) AND (format IS NULL) = (origin IS NULL))
    ) STRICT;
    CREATE INDEX sources_drafts ON sources (account, created) WHERE account IS NOT NULL;
    CREATE INDEX sources_next ON sources (next) WHERE list IS NOT NULL;

    -- Times may be a day, as text, or a moment, as number. Tags are JSON. Notes come last.
    CREATE TABLE source_tasks (
      source INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      depth INTEGER NOT NULL CHECK (depth >= 0),
      priority INTEGER NOT NULL CHECK (priority BETWEEN 0 AND 3),
      status TEXT NOT NULL CHECK (status IN ('open', 'done', 'cancelled')),
      percent INTEGER CHECK (percent BETWEEN 0 AND 100),
      due ANY CHECK (typeof(due) IN ('null', 'text', 'integer')),
      done ANY CHECK (typeof(done) IN ('null', 'text', 'integer')),
      key TEXT NOT NULL,
      title TEXT NOT NULL,
      heading TEXT,
      tags TEXT,
      notes TEXT CHECK (notes <> ''),
      PRIMARY KEY (source, position)
    ) STRICT;
    CREATE INDEX source_tasks_open ON source_tasks (source, position) WHERE status = 'open';

    CREATE TABLE source_events (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      source INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
      at INTEGER NOT NULL,
      last INTEGER NOT NULL,
      times INTEGER NOT NULL CHECK (times > 0),
      -- Where that was: the source may have another address now.
      host TEXT NOT NULL CHECK (host <> ''),
      -- How it failed, or else what came.
      failure TEXT CHECK (failure <> ''),
      failure_detail TEXT,
      open INTEGER,
      closed INTEGER,
      skipped INTEGER
    ) STRICT;
    CREATE INDEX source_events_source ON source_events (source, id);

    -- Whatever way a task goes, it never gets into a list from elsewhere.
    CREATE TRIGGER sources_keep_out_insert BEFORE INSERT ON tasks
      WHEN EXISTS (SELECT 1 FROM sources WHERE list = new.list) BEGIN
      SELECT raise(ABORT, 'a list from elsewhere takes no tasks');
    END;
    CREATE TRIGGER sources_keep_out_update BEFORE UPDATE OF list ON tasks
      WHEN EXISTS (SELECT 1 FROM sources WHERE list = new.list) BEGIN
      SELECT raise(ABORT, 'a list from elsewhere takes no tasks');
    END;
    """

  /// Columns for CalDAV: the ctag of a followed list, and the lists found at an address, as JSON.
  static let collectionColumns = """
    ALTER TABLE sources ADD COLUMN ctag TEXT;
    ALTER TABLE sources ADD COLUMN collections TEXT CHECK (collections <> '');
    """

  /// The tasks that a fetch added and removed, as JSON.
  static let eventChanges = "ALTER TABLE source_events ADD COLUMN changes TEXT CHECK (changes <> '')"

  /// Columns for details that a newer reader of remote lists reports. Resets validators, so that all sources are fetched again.
  static let readLists = """
    ALTER TABLE sources ADD COLUMN omitted INTEGER NOT NULL DEFAULT 0 CHECK (omitted >= 0);
    ALTER TABLE sources ADD COLUMN appointments INTEGER NOT NULL DEFAULT 0 CHECK (appointments >= 0);
    ALTER TABLE source_tasks ADD COLUMN repeats INTEGER NOT NULL DEFAULT 0 CHECK (repeats IN (0, 1));
    UPDATE sources SET etag = NULL, modified = NULL, ctag = substr(ctag, 1, 0);
    """

  /// The recurrence rules of a task, as written.
  static let recurrenceRules = "ALTER TABLE source_tasks ADD COLUMN rule TEXT CHECK (rule <> '')"
}
