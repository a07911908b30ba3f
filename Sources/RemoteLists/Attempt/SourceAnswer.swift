import Tasks

/// What a source said, yet to be read.
enum SourceAnswer: Hashable, Sendable {
  /// The file as it is, decoded.
  case file([UInt8], Validators, ListHint)
  /// What the validators name has not changed.
  case unchanged(Validators)
  /// The objects of a calendar that hold its tasks, and what it is called.
  case calendar([String], title: String?, Validators)
  /// The task lists that the address leads to.
  case collections([RemoteCollection])
  /// It leads to nothing of CalDAV.
  case notCalDAV
}

/// What is asked of a source.
enum SourceQuestion: Hashable, Sendable {
  /// The file at its address.
  case file
  /// Which task lists there are.
  case discovery
  /// The tasks of a calendar, unless they are what the tag names.
  case calendar(tag: String)
}
