public import Tasks

/// Where an address leads that somebody wants to look at.
public enum DraftedSource: Hashable, Sendable {
  /// To a source that the account does not follow yet.
  case draft(SourceID)
  /// To a list that the account has already.
  case followed(ListID)
}

/// A source whose background refresh is due.
public struct DueSource: Hashable, Sendable {
  /// Its number.
  public let id: SourceID
  /// Whose list shows it: the first of its owners.
  public let account: AccountID
}

/// Which tasks of a list from elsewhere to copy.
public enum ChosenTasks: Hashable, Sendable {
  /// All that are open.
  case open
  /// Those with these keys, open or not.
  case keys([String])
}

/// Where such tasks go.
public enum CopyTarget: Hashable, Sendable {
  /// On top of a list of one's own.
  case list(ListID)
  /// Into a new list.
  case new(ListName)
}
