import Tasks

// Places: the elements of a page that a step can point to.

/// A place on Today.
enum TodayPlace: Hashable, Sendable {
  /// The field for a new task.
  case newTask
  case section(DueSection)
  case row(TaskID)
  /// The same, at a distance from the top of the window.
  case anchor(RowAnchor)
}

/// The page of each section of Today, from 1.
struct TodayPages: Hashable, Sendable {
  var late = 1
  var today = 1
  var soon = 1

  subscript(section: DueSection) -> Int {
    get {
      switch section {
      case .late: late
      case .today: today
      case .soon: soon
      }
    }
    set {
      switch section {
      case .late: late = newValue
      case .today: today = newValue
      case .soon: soon = newValue
      }
    }
  }
}

/// A place on the overview.
enum OverviewPlace: Hashable, Sendable {
  case newList
  case button(Direction, ListID)
}

/// A place on the page of a list.
enum ListPlace: Hashable, Sendable {
  case newTask
  case openTasks
  case completedTasks
  case row(TaskID)
  /// The same, at a distance from the top of the window.
  case anchor(RowAnchor)
  case button(Direction, TaskID)
  /// A task of a remote list, by its position, from 1.
  case remote(Int)
}

/// A place on the page of a task.
enum TaskPlace: Hashable, Sendable {
  /// A row in the pane beside the task, or of a step.
  case row(TaskID)
  /// The same, at a distance from the top of the window.
  case anchor(RowAnchor)
  /// The field for a new step.
  case newSubtask
}

/// A place on the search.
enum SearchPlace: Hashable, Sendable {
  case results
  case row(TaskID)
  /// The same, at a distance from the top of the window.
  case anchor(RowAnchor)
}

/// A place in the trash.
enum TrashPlace: Hashable, Sendable {
  case rows
}

/// A place in the settings.
enum SettingsPlace: Hashable, Sendable {
  case password, usage
}

/// The mode of a list's page.
enum ListMode: Hashable, Sendable {
  case using
  case addingSeveral
  case renaming
  case arranging
  /// Selecting tasks to change together.
  case selecting
  /// Choosing tasks of a remote list to copy. The value is the key of a task that is selected already, if any.
  case choosing(String? = nil)
}

/// The rows of a list that its page shows.
struct ListRows: Hashable, Sendable {
  /// The page of the open tasks.
  var page = 1
  /// The page of the completed tasks; nil while their section is collapsed.
  var completed: Int?
  /// The part of a page that is divided because of its size (`Portion`).
  var part = 1
  /// Whether a page has the largest possible number of rows.
  var showsAll = false
}
