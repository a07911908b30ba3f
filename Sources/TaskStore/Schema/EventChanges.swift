extension Schema {
  /// What a fetch brought and took, as JSON.
  static let eventChanges = "ALTER TABLE source_events ADD COLUMN changes TEXT CHECK (changes <> '')"
}
