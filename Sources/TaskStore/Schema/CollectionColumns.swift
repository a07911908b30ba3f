extension Schema {
  /// What a CalDAV server told: the state of the list that is followed, and the lists that an address led to, as JSON.
  static let collectionColumns = """
    ALTER TABLE sources ADD COLUMN ctag TEXT;
    ALTER TABLE sources ADD COLUMN collections TEXT CHECK (collections <> '');
    """
}
