extension Schema {
  static let auditTrail = """
    -- What concerns who gets into an account. Repeats within an hour are counted in one row.
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
    """

  static let deviceKey = "INSERT INTO meta (key, value) VALUES ('device-key', lower(hex(randomblob(32))))"
}
