import Tasks

/// The parameters of a search.
struct SearchParameters: Hashable, Sendable {
  /// The typed text, unchanged.
  var typed = ""
  var includesCompleted = false
  /// Finds only tasks older than this one; nil to begin with the newest.
  var before: TaskID?

  /// The typed text, parsed.
  var text: SearchText { SearchText(typed) }

  /// The same search from the newest task on, with or without completed tasks.
  func including(completed: Bool) -> SearchParameters { SearchParameters(typed: typed, includesCompleted: completed) }
  /// The same search among the tasks older than another; nil to begin with the newest.
  func older(than task: TaskID?) -> SearchParameters {
    SearchParameters(typed: typed, includesCompleted: includesCompleted, before: task)
  }
}
