/// What was done in the past weeks, and what is left.
package struct Review: Hashable, Sendable {
  /// The numbers of tasks that were completed on each of the days, in order.
  package let completed: [Int]
  /// Whether more tasks were completed than ``Limits/reviewedTasks``, so that the numbers are too low.
  package let isCut: Bool
  /// The account's own lists with open tasks, in its order.
  package let lists: [List]
  /// The open tasks whose due date was moved later most often, the most often first.
  package let postponed: [Postponed]

  package init(completed: [Int], isCut: Bool, lists: [List], postponed: [Postponed]) {
    (self.completed, self.isCut, self.lists, self.postponed) = (completed, isCut, lists, postponed)
  }

  /// A list's open tasks.
  package struct List: Hashable, Sendable {
    package let id: ListID
    package let name: String
    /// The number of its open tasks.
    package let open: Int
    /// The number of them that are late, counted up to ``Limits/countedMatches``.
    package let late: Int

    package init(id: ListID, name: String, open: Int, late: Int) {
      (self.id, self.name, self.open, self.late) = (id, name, open, late)
    }
  }

  /// A task that was put off.
  package struct Postponed: Hashable, Sendable {
    package let id: TaskID
    package let title: String
    package let listName: String
    /// When it is due now.
    package let due: Day?
    /// The time of that day; nil for the whole day.
    package let time: ClockTime?
    /// How often its due date was moved later.
    package let times: Int

    package init(id: TaskID, title: String, listName: String, due: Day?, time: ClockTime? = nil, times: Int) {
      (self.id, self.title, self.listName, self.due, self.time, self.times) = (id, title, listName, due, time, times)
    }
  }
}
