extension Schema {
  /// How an account looks at each of its lists. A list from before keeps adding at its top.
  static let listViews = """
    ALTER TABLE memberships ADD COLUMN adds TEXT NOT NULL DEFAULT 'top' CHECK (adds IN ('top', 'bottom'));
    ALTER TABLE memberships ADD COLUMN shown_order TEXT NOT NULL DEFAULT 'hand'
      CHECK (shown_order IN ('hand', 'date', 'priority'));
    """
}
