import Tasks

/// What a source said, yet to be read.
enum Answer: Hashable, Sendable {
  /// The file as it is, decoded.
  case file([UInt8], Validators, ListHint)
  /// What the validators name has not changed.
  case unchanged(Validators)
}
