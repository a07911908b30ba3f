/// A task that starts on a day, and is due on another one, or on none.
package struct PlannedTask: Hashable, Sendable {
  package let id: TaskID
  package let title: String
  package let list: ListID
  package let listName: String
  package let day: Day

  package init(_ id: TaskID, title: String, in list: ListID, named listName: String, on day: Day) {
    (self.id, self.title, self.list, self.listName, self.day) = (id, title, list, listName, day)
  }
}

/// The tasks of some days.
package struct UpcomingTasks: Hashable, Sendable {
  /// The maximum number of tasks that start.
  package static let mostOthers = 200

  /// The tasks that are due.
  package let due: DueTaskPage
  /// The number of these on each day, if not all of a day are among them.
  package let counts: [Day: Int]
  /// The tasks that start, by day.
  package let others: [PlannedTask]

  package init(due: DueTaskPage, counts: [Day: Int] = [:], others: [PlannedTask]) {
    (self.due, self.counts, self.others) = (due, counts, others)
  }
}
