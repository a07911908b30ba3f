extension Schema {
  /// Lists that are followed, and their last good copies.
  static let remote = """
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
      -- Of a CalDAV collection: its tag, and the collections to choose from.
      ctag TEXT,
      collections TEXT CHECK (collections <> ''),
      -- The size of the copy.
      stored_bytes INTEGER NOT NULL DEFAULT 0,
      -- What of the file is not in the copy: tasks over the limit, and appointments.
      omitted INTEGER NOT NULL DEFAULT 0 CHECK (omitted >= 0),
      appointments INTEGER NOT NULL DEFAULT 0 CHECK (appointments >= 0),
      CHECK ((account IS NULL) <> (list IS NULL)),
      CHECK ((failure IS NULL) = (failing_since IS NULL) AND (failure IS NULL) = (failed_times IS NULL)),
      CHECK ((format IS NULL) = (open IS NULL) AND (format IS NULL) = (closed IS NULL)
        AND (format IS NULL) = (skipped IS NULL) AND (format IS NULL) = (fetched IS NULL)
        AND (format IS NULL) = (checked IS NULL) AND (format IS NULL) = (origin IS NULL))
    ) STRICT;
    CREATE INDEX sources_drafts ON sources (account, created) WHERE account IS NOT NULL;
    CREATE INDEX sources_next ON sources (next) WHERE list IS NOT NULL;

    -- Times are a day, as text, or a moment, as a number. Tags are JSON.
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
      repeats INTEGER NOT NULL DEFAULT 0 CHECK (repeats IN (0, 1)),
      rule TEXT CHECK (rule <> ''),
      start ANY CHECK (typeof(start) IN ('null', 'text', 'integer')),
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
      skipped INTEGER,
      changes TEXT CHECK (changes <> '')
    ) STRICT;
    CREATE INDEX source_events_source ON source_events (source, id);
    """
}
