import Tasks

/// What a search asks for.
struct SearchParameters: Hashable, Sendable {
  /// What was typed, as it was.
  var typed = ""
  var includesCompleted = false
  /// Only what is older than that task; nil for the newest.
  var before: TaskID?

  /// What was typed, looked at.
  var text: SearchText { SearchText(typed) }

  /// The same search from the newest on, with or without completed tasks.
  func including(completed: Bool) -> SearchParameters { SearchParameters(typed: typed, includesCompleted: completed) }
  /// The same search among what is older than a task, or from the newest on.
  func older(than task: TaskID?) -> SearchParameters {
    SearchParameters(typed: typed, includesCompleted: includesCompleted, before: task)
  }
}
