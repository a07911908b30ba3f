extension Schema {
  /// Imports that are under way. Their lists have no members yet, so that nobody sees half of them.
  static let imports = """
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
