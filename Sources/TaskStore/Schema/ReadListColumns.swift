extension Schema {
  /// Columns for details that a newer reader of remote lists reports. Resets validators, so that all sources are fetched again.
  static let readLists = """
    ALTER TABLE sources ADD COLUMN omitted INTEGER NOT NULL DEFAULT 0 CHECK (omitted >= 0);
    ALTER TABLE sources ADD COLUMN appointments INTEGER NOT NULL DEFAULT 0 CHECK (appointments >= 0);
    ALTER TABLE source_tasks ADD COLUMN repeats INTEGER NOT NULL DEFAULT 0 CHECK (repeats IN (0, 1));
    UPDATE sources SET etag = NULL, modified = NULL, ctag = substr(ctag, 1, 0);
    """
}
