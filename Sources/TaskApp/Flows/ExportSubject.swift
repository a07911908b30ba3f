import Tasks

/// What an export page is about.
enum ExportSubject: Hashable, Sendable {
  /// A list, or the matches of a saved filter.
  case list(ListID)
  /// The matches of a search.
  case search(SearchParameters)
}
