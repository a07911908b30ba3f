/// An open task with a due day, as Today shows it.
public struct DueTask: Hashable, Sendable {
  /// The task.
  public let row: TaskRow
  /// The name of its list.
  public let listName: String

  /// Creates a task from stored values.
  public init(_ row: TaskRow, listName: String) {
    self.row = row
    self.listName = listName
  }
}

/// One page of a section of Today.
public struct DueTaskPage: Hashable, Sendable {
  /// The tasks: the earliest first, within a day by priority, then in the order of their creation.
  public let tasks: [DueTask]
  /// The page number, from 1.
  public let number: Int
  /// The pagination, of the first ``DueCounts/most`` tasks.
  public let paging: Paging

  /// Creates a page.
  public init(tasks: [DueTask], number: Int = 1, paging: Paging) {
    self.tasks = tasks
    self.number = number
    self.paging = paging
  }
}

/// How many open tasks of an account are due.
public struct DueCounts: Hashable, Sendable {
  /// The count from which on tasks are not counted.
  public static let most = 1_000

  /// The number of tasks that were due before today, at most ``most``.
  public let late: Int
  /// The number of tasks that are due today, at most ``most``.
  public let today: Int
  /// Whether any open task has a due day.
  public let hasDates: Bool

  /// Creates counts.
  public init(late: Int = 0, today: Int = 0, hasDates: Bool = false) {
    self.late = late
    self.today = today
    self.hasDates = hasDates
  }
}
