import GRDB
import Tasks

extension Schema {
  static let signIn = """
    ALTER TABLE accounts ADD COLUMN time_zone TEXT CHECK (time_zone <> '');
    ALTER TABLE accounts ADD COLUMN theme TEXT NOT NULL DEFAULT 'system' CHECK (theme IN ('system', 'light', 'dark'));
    ALTER TABLE accounts ADD COLUMN page_rows INTEGER NOT NULL DEFAULT 100 CHECK (page_rows > 0);
    ALTER TABLE accounts ADD COLUMN settings_changed INTEGER;

    -- An account without a row here is nobody's yet: that of a database in which nobody ever signed in.
    CREATE TABLE credentials (
      account INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
      -- The account's name as it is looked up: two spellings of one name have one key.
      key TEXT NOT NULL CHECK (key <> ''),
      -- What a password is checked against.
      record TEXT NOT NULL CHECK (record <> ''),
      changed INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX credentials_key ON credentials (key);
    """

  static let skeletons = """
    -- What the account's name looks like. Two accounts from before that look alike both stay: the younger has none.
    ALTER TABLE credentials ADD COLUMN skeleton TEXT CHECK (skeleton <> '');
    CREATE UNIQUE INDEX credentials_skeleton ON credentials (skeleton) WHERE skeleton IS NOT NULL;
    """

  /// Fills in the skeletons of existing names, the oldest account first.
  static func fillSkeletons(_ db: Database) throws {
    let names = try Row.fetchAll(
      db, sql: "SELECT a.id, a.name FROM credentials c JOIN accounts a ON a.id = c.account ORDER BY a.id")
    for row in names {
      let skeleton = Username(stored: row[1]).skeleton
      guard !skeleton.isEmpty else { continue }
      try db.execute(
        sql: "UPDATE OR IGNORE credentials SET skeleton = ? WHERE account = ?", arguments: [skeleton, row[0] as Int64])
    }
  }

  static let sessions = """
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
    """

  static let savedDrafts = """
    -- Whose they are is said by the session. The fields are JSON, which is not checked: with trusted_schema off SQLite calls
    -- none of its functions for JSON in a schema.
    CREATE TABLE kept_forms (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      session INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      at INTEGER NOT NULL,
      path TEXT NOT NULL CHECK (path <> ''),
      fields TEXT NOT NULL CHECK (fields <> '')
    ) STRICT;
    CREATE INDEX kept_forms_session ON kept_forms (session);
    CREATE INDEX kept_forms_at ON kept_forms (at);
    """
}
