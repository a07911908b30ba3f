extension Schema {
  /// Accounts, how they sign in, and what they subscribe to.
  static let accounts = """
    CREATE TABLE meta (
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE accounts (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL UNIQUE CHECK (name <> ''),
      created INTEGER NOT NULL,
      -- The last change in any of its lists, those in the trash included.
      revision INTEGER NOT NULL DEFAULT 0,
      -- A BCP 47 tag; NULL for the browser's language.
      language TEXT CHECK (language <> ''),
      time_zone TEXT CHECK (time_zone <> ''),
      theme TEXT NOT NULL DEFAULT 'system' CHECK (theme IN ('system', 'light', 'dark')),
      page_rows INTEGER NOT NULL DEFAULT 100 CHECK (page_rows > 0),
      -- The order of day and month in dates in digits; NULL for the usual one of the time zone.
      date_order TEXT CHECK (date_order IN ('day-first', 'month-first')),
      -- The times of the morning, the afternoon, the evening and the night.
      hours TEXT NOT NULL DEFAULT '09:00 15:00 18:00 21:00' CHECK (length(hours) = 23),
      settings_changed INTEGER,
      -- When it was removed. The row stays, without a name: the history of other accounts' lists refers to it.
      removed INTEGER,
      -- When it was disabled; NULL while it may sign in.
      disabled INTEGER,
      -- Its own quotas; NULL for the server's.
      quota_bytes INTEGER CHECK (quota_bytes >= 0),
      quota_tasks INTEGER CHECK (quota_tasks >= 0),
      quota_lists INTEGER CHECK (quota_lists >= 0),
      quota_sources INTEGER CHECK (quota_sources >= 0),
      -- Whether it may see the page about the server.
      operator INTEGER NOT NULL DEFAULT 0 CHECK (operator IN (0, 1))
    ) STRICT;

    -- An account without credentials is that of a database in which no account was set up.
    CREATE TABLE credentials (
      account INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
      -- The name as it is looked up: two spellings of one name have one key.
      key TEXT NOT NULL CHECK (key <> ''),
      -- What the name looks like, so that no two accounts look alike.
      skeleton TEXT CHECK (skeleton <> ''),
      -- What a password is checked against.
      record TEXT NOT NULL CHECK (record <> ''),
      changed INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX credentials_key ON credentials (key);
    CREATE UNIQUE INDEX credentials_skeleton ON credentials (skeleton) WHERE skeleton IS NOT NULL;

    CREATE TABLE sessions (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      -- SHA-256 of the token, which nobody has but the browser.
      digest BLOB NOT NULL CHECK (length(digest) = 32),
      begun INTEGER NOT NULL,
      seen INTEGER NOT NULL,
      agent TEXT NOT NULL,
      -- Once written, these stay: no clock brings a session back.
      ended INTEGER,
      reason TEXT CHECK (reason IN ('idle', 'old', 'signed-out', 'revoked', 'replaced')),
      CHECK ((ended IS NULL) = (reason IS NULL))
    ) STRICT;
    CREATE UNIQUE INDEX sessions_digest ON sessions (digest);
    CREATE INDEX sessions_account ON sessions (account, seen);
    CREATE INDEX sessions_ended ON sessions (ended) WHERE ended IS NOT NULL;

    -- Saved drafts. The fields are JSON.
    CREATE TABLE kept_forms (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      session INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      at INTEGER NOT NULL,
      path TEXT NOT NULL CHECK (path <> ''),
      fields TEXT NOT NULL CHECK (fields <> '')
    ) STRICT;
    CREATE INDEX kept_forms_session ON kept_forms (session);
    CREATE INDEX kept_forms_at ON kept_forms (at);

    -- The audit trail of an account. Repeats within an hour are counted in one row.
    CREATE TABLE account_events (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      kind TEXT NOT NULL CHECK (kind <> ''),
      network TEXT CHECK (network <> ''),
      agent TEXT NOT NULL,
      at INTEGER NOT NULL,
      last INTEGER NOT NULL,
      times INTEGER NOT NULL CHECK (times > 0)
    ) STRICT;
    CREATE INDEX account_events_account ON account_events (account, id);
    CREATE INDEX account_events_kind ON account_events (account, kind, id);
    CREATE INDEX account_events_last ON account_events (last);

    -- Accounts that still have rows in other tables.
    CREATE TABLE removed_accounts (account INTEGER PRIMARY KEY REFERENCES accounts (id)) STRICT;

    -- Calendar feeds. Their secrets are not stored.
    CREATE TABLE feeds (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      -- The list or saved filter; NULL for Today.
      list INTEGER REFERENCES lists (id) ON DELETE CASCADE,
      -- SHA-256 of the secret.
      digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
      -- When the secret was made.
      made INTEGER NOT NULL,
      used INTEGER,
      -- An ended feed is kept for some minutes, to be resumed.
      ended INTEGER,
      -- Of the form that made it.
      submission_high INTEGER NOT NULL,
      submission_low INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX feeds_account ON feeds (account, id);
    CREATE INDEX feeds_list ON feeds (list) WHERE list IS NOT NULL;

    -- App passwords, with which programs sign in. Their secrets are not stored.
    CREATE TABLE app_passwords (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      name TEXT NOT NULL CHECK (name <> ''),
      -- These columns are those of feeds.
      digest BLOB NOT NULL CHECK (length(digest) = 32),
      made INTEGER NOT NULL,
      used INTEGER,
      ended INTEGER,
      submission_high INTEGER NOT NULL,
      submission_low INTEGER NOT NULL,
      -- Where it was last used.
      network TEXT CHECK (network <> ''),
      agent TEXT
    ) STRICT;
    CREATE INDEX app_passwords_account ON app_passwords (account, id);
    """
}
