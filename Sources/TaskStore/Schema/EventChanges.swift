extension Schema {
  /// The tasks that a fetch added and removed, as JSON.
  static let eventChanges = "ALTER TABLE source_events ADD COLUMN changes TEXT CHECK (changes <> '')"
}
