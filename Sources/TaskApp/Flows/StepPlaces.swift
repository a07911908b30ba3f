import Tasks

/// The places on pages that steps lead to.
enum OverviewPlace: Hashable, Sendable {
  case newList
  case button(Direction, ListID)
}

enum ListPlace: Hashable, Sendable {
  case newTask
  case openTasks
  case completedTasks
  case row(TaskID)
  case button(Direction, TaskID)
  /// A task of a list from elsewhere, by its place, from 1.
  case remote(Int)
}

enum TaskPlace: Hashable, Sendable {
  /// A row of the pane beside the task.
  case row(TaskID)
}

enum TrashPlace: Hashable, Sendable {
  case rows
}

enum SettingsPlace: Hashable, Sendable {
  case password, usage
}

/// What a list's page is used for.
enum ListMode: Hashable, Sendable {
  case using
  case addingSeveral
  case renaming
  case arranging
  /// Choosing among the tasks of a list from elsewhere: the key of the one that is ticked already, if one is.
  case choosing(String? = nil)
}

/// Which of a list's tasks are shown.
struct ListRows: Hashable, Sendable {
  /// The page of the open ones.
  var page = 1
  /// The page of the completed ones; nil while they are folded away.
  var completed: Int?
  /// The part of a page whose texts are very long.
  var part = 1
  /// Whether a page has as many rows as it can.
  var showsAll = false
}
