/// What was done in the past weeks, and what is left.
public struct Review: Hashable, Sendable {
  /// The numbers of tasks that were completed on each of the days, in order.
  public let completed: [Int]
  /// Whether more tasks were completed than ``Limits/reviewedTasks``, so that the numbers are too low.
  public let isCut: Bool
  /// The account's own lists with open tasks, in its order.
  public let lists: [List]
  /// The open tasks whose due date was moved later most often, the most often first.
  public let postponed: [Postponed]

  package init(completed: [Int], isCut: Bool, lists: [List], postponed: [Postponed]) {
    (self.completed, self.isCut, self.lists, self.postponed) = (completed, isCut, lists, postponed)
  }

  /// A list's open tasks.
  public struct List: Hashable, Sendable {
    /// The list.
    public let id: ListID
    /// Its name.
    public let name: String
    /// The number of its open tasks.
    public let open: Int
    /// The number of them that are late, counted up to ``Limits/countedMatches``.
    public let late: Int

    package init(id: ListID, name: String, open: Int, late: Int) {
      (self.id, self.name, self.open, self.late) = (id, name, open, late)
    }
  }

  /// A task that was put off.
  public struct Postponed: Hashable, Sendable {
    /// The task.
    public let id: TaskID
    /// Its title.
    public let title: String
    /// The name of its list.
    public let listName: String
    /// When it is due now.
    public let due: Day?
    /// The time of that day; nil for the whole day.
    public let time: ClockTime?
    /// How often its due date was moved later.
    public let times: Int

    package init(id: TaskID, title: String, listName: String, due: Day?, time: ClockTime? = nil, times: Int) {
      (self.id, self.title, self.listName, self.due, self.time, self.times) = (id, title, listName, due, time, times)
    }
  }
}
