/// One page of a list's open or completed tasks, read in one transaction.
public struct TaskRowPage: Hashable, Sendable {
  /// The rows, in order. A page of open tasks may include one completed task at its position.
  public let rows: [TaskRow]
  /// The page number, from 1.
  public let number: Int
  /// The pagination.
  public let paging: Paging

  /// Creates a page.
  public init(rows: [TaskRow], number: Int, paging: Paging) {
    self.rows = rows
    self.number = number
    self.paging = paging
  }
}

/// The tasks on the card of a list.
public struct CardTasks: Hashable, Sendable {
  /// The first tasks.
  public let rows: [TaskRow]
  /// The number of the list's open tasks that are late.
  public let late: Int

  /// Creates the tasks of a card.
  public init(rows: [TaskRow], late: Int) {
    self.rows = rows
    self.late = late
  }
}
