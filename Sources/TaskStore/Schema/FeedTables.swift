extension Schema {
  /// Calendar feeds. Their secrets are not stored.
  static let feeds = """
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
    """
}
