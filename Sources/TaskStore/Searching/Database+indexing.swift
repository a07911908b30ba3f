import GRDB

extension Database {
  /// Makes the index of words know what was changed since it was told last.
  func indexChanges() throws {
    guard try row(Self.isAnyUnindexed, [], { _ in true }) != nil else { return }
    for statement in Self.indexing { try cachedStatement(sql: statement).execute() }
  }

  /// Makes the index of words forget what was taken out of it, which else goes by and by, as it is merged. It rewrites the index,
  /// which takes seconds for a million tasks.
  func forgetWords() throws {
    try indexChanges()
    try execute(sql: "INSERT INTO search (search) VALUES ('optimize')")
  }

  static let isAnyUnindexed = "SELECT 1 FROM unindexed LIMIT 1"

  static let indexing = [
    """
    INSERT INTO search (search, rowid, scope, title, notes)
      SELECT 'delete', task, scope, title, notes FROM unindexed WHERE scope IS NOT NULL
    """,
    """
    INSERT INTO search (rowid, scope, title, notes)
      SELECT s.id, s.scope, s.title, s.notes FROM unindexed u CROSS JOIN searchable s ON s.id = u.task
    """,
    "DELETE FROM unindexed",
  ]
}
