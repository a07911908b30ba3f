extension Schema {
  /// What is told of lists from elsewhere since they are read more carefully. What was read before is fetched again, whatever its
  /// source says of changes.
  static let readLists = """
    ALTER TABLE sources ADD COLUMN omitted INTEGER NOT NULL DEFAULT 0 CHECK (omitted >= 0);
    ALTER TABLE sources ADD COLUMN appointments INTEGER NOT NULL DEFAULT 0 CHECK (appointments >= 0);
    ALTER TABLE source_tasks ADD COLUMN repeats INTEGER NOT NULL DEFAULT 0 CHECK (repeats IN (0, 1));
    UPDATE sources SET etag = NULL, modified = NULL, ctag = substr(ctag, 1, 0);
    """
}
