import Tasks

/// The response of a source, not parsed yet.
enum SourceAnswer: Hashable, Sendable {
  /// A file, with its content coding removed.
  case file([UInt8], Validators, ListHint)
  /// The stored copy is current.
  case unchanged(Validators)
  /// The calendar objects that contain tasks, and the calendar's display name.
  case calendar([String], title: String?, Validators)
  /// The task lists found by CalDAV discovery.
  case collections([RemoteCollection])
  /// The address does not lead to a CalDAV resource.
  case notCalDAV
}

/// The request to make of a source.
enum SourceQuestion: Hashable, Sendable {
  /// Fetches the file at its address.
  case file
  /// Finds its task lists by CalDAV discovery.
  case discovery
  /// Fetches the tasks of a calendar, unless its tag is unchanged.
  case calendar(tag: String)
}
