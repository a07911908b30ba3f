/// An open task with a due day, as Today shows it.
package struct DueTask: Hashable, Sendable {
  package let row: TaskRow
  package let listName: String

  package init(_ row: TaskRow, listName: String) { (self.row, self.listName) = (row, listName) }
}

/// One page of a section of Today, among the first ``DueCounts/most`` tasks: the earliest first, then by priority, then in the order
/// of their creation.
package typealias DueTaskPage = RowPage<DueTask>

/// How many open tasks of an account are due.
package struct DueCounts: Hashable, Sendable {
  /// The count from which on tasks are not counted.
  package static let most = 1_000

  /// The number of tasks that were due before now, at most ``most``.
  package let late: Int
  /// The number of tasks that are still due today, at most ``most``.
  package let today: Int
  /// Whether any open task has a due day.
  package let hasDates: Bool

  package init(late: Int = 0, today: Int = 0, hasDates: Bool = false) {
    (self.late, self.today, self.hasDates) = (late, today, hasDates)
  }
}

/// What is due today and was due before: the counts at any time of the day.
package struct DueSummary: Hashable, Sendable {
  private let late: Int
  private let today: Int
  private let hasDates: Bool
  /// The times of tasks that are due today, in order, at most ``DueCounts/most``.
  package let times: [TimeOfDay]

  /// Creates the data of a day.
  /// - Parameters:
  ///   - late: the number of tasks that were due before the day, at most ``DueCounts/most``.
  ///   - today: the number of tasks that are due on the day, at most ``DueCounts/most``.
  ///   - hasDates: whether any open task has a due day.
  ///   - times: the times of tasks that are due on the day.
  package init(late: Int, today: Int, hasDates: Bool, times: [TimeOfDay]) {
    (self.late, self.today, self.hasDates) = (late, today, hasDates)
    self.times = times.sorted()
  }

  /// Whether the counts differ within the day.
  package var isTimed: Bool { !times.isEmpty }

  package func counts(at now: TimeOfDay) -> DueCounts {
    let passed = times.prefix { $0 < now }.count
    return DueCounts(late: min(late + passed, DueCounts.most), today: max(0, today - passed), hasDates: hasDates)
  }

  /// The first minute from which on everything is as at `now`: the one after the last due time that passed, or midnight.
  package func since(_ now: TimeOfDay) -> TimeOfDay {
    times.last { $0 < now }.flatMap { TimeOfDay(minutes: $0.minutes + 1) } ?? .midnight
  }
}

/// Whose tasks Today shows.
package enum DueOwner: Hashable, Sendable {
  /// Tasks that the reader or no one is to do.
  case mine
  /// Tasks of other members of shared lists as well.
  case all
}
