extension Schema {
  /// Columns for CalDAV: the ctag of a followed list, and the lists found at an address, as JSON.
  static let collectionColumns = """
    ALTER TABLE sources ADD COLUMN ctag TEXT;
    ALTER TABLE sources ADD COLUMN collections TEXT CHECK (collections <> '');
    """
}
