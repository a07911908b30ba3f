/// What a day has beside the account's own tasks that are due then: own tasks that start, and tasks of followed lists.
package struct PlannedTask: Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    case own(TaskID)
    /// A task of a followed list, by its key there.
    case followed(String)
  }

  package let subject: Subject
  package let title: String
  package let list: ListID
  package let listName: String
  /// The day on which it starts or is due, on the reader's clock.
  package let day: Day
  /// The time of the day; nil for the whole day.
  package let time: TimeOfDay?
  /// Whether it starts on the day; otherwise it is due.
  package let isStart: Bool
  /// Whether the last fetch of its followed list failed.
  package let isStale: Bool

  package init(
    _ subject: Subject, title: String, in list: ListID, named listName: String, on day: Day, at time: TimeOfDay? = nil,
    isStart: Bool, isStale: Bool = false
  ) {
    (self.subject, self.title, self.list, self.listName) = (subject, title, list, listName)
    (self.day, self.time, self.isStart, self.isStale) = (day, time, isStart, isStale)
  }
}

/// The tasks of some days.
package struct UpcomingTasks: Hashable, Sendable {
  /// The maximum number of tasks beside the own ones that are due.
  package static let mostOthers = 200

  /// The account's own tasks that are due.
  package let due: DueTaskPage
  /// The number of these on each day, if not all of a day are among them.
  package let counts: [Day: Int]
  /// The others, by day.
  package let others: [PlannedTask]

  package init(due: DueTaskPage, counts: [Day: Int] = [:], others: [PlannedTask]) {
    (self.due, self.counts, self.others) = (due, counts, others)
  }
}
