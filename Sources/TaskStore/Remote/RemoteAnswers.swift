public import Tasks

/// The result of drafting a source: a draft for preview, or a list that exists already.
public enum DraftedSource: Hashable, Sendable {
  /// A draft of a source that the account does not follow yet.
  case draft(SourceID)
  /// A list of the account that follows the address already.
  case followed(ListID)
}

/// A source whose background refresh is due.
public struct DueSource: Hashable, Sendable {
  /// The source.
  public let id: SourceID
  /// The account to fetch it for: the first of the list's owners.
  public let account: AccountID
}

/// The tasks of a remote list to copy.
public enum ChosenTasks: Hashable, Sendable {
  case open
  case keys([String])
}

/// The destination of copied tasks.
public enum CopyTarget: Hashable, Sendable {
  /// The top of an existing own list.
  case list(ListID)
  case new(ListName)
}
