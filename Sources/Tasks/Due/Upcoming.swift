/// A month of the calendar.
public struct Month: Hashable, Sendable {
  /// Its first day.
  public let first: Day

  /// The month of a day.
  public init(of day: Day) { first = day.adding(days: 1 - day.day) }

  /// The month a number of months later, or earlier if negative; nil beyond the supported days.
  public func adding(_ months: Int) -> Month? { first.adding(months: months).map(Month.init(of:)) }

  /// The weeks that have days of it, whole, by the first day of a week.
  public func weeks(from weekday: Weekday) -> [[Day]] {
    let before = (first.weekday.rawValue - weekday.rawValue + 7) % 7
    let start = first.adding(days: -before)
    let end = adding(1)?.first ?? .last
    return stride(from: 0, to: end.daysSince(start), by: 7).map { week in
      (0..<min(7, Day.last.daysSince(start) - week + 1)).map { start.adding(days: week + $0) }
    }
  }
}

extension Month: LosslessStringConvertible {
  /// Parses the form of ``description``; nil for anything else.
  public init?(_ description: String) {
    guard let first = Day(iso: description + "-01") else { return nil }
    self.init(of: first)
  }

  /// The form `2026-12`.
  public var description: String { String(first.iso.prefix(7)) }
}

/// What a day has beside the account's own tasks that are due then: own tasks that start, and tasks of followed lists.
public struct PlannedTask: Hashable, Sendable {
  /// Where the task is.
  public enum Subject: Hashable, Sendable {
    case own(TaskID)
    /// A task of a followed list, by its key there.
    case followed(String)
  }

  /// Where the task is.
  public let subject: Subject
  /// Its title.
  public let title: String
  /// Its list.
  public let list: ListID
  /// The name of the list.
  public let listName: String
  /// The day on which it starts or is due, on the reader's clock.
  public let day: Day
  /// The time of the day; nil for the whole day.
  public let time: TimeOfDay?
  /// Whether it starts on the day; otherwise it is due.
  public let isStart: Bool
  /// Whether the last fetch of its followed list failed.
  public let isStale: Bool

  /// Creates a task from stored values.
  public init(
    _ subject: Subject, title: String, in list: ListID, named listName: String, on day: Day, at time: TimeOfDay? = nil,
    isStart: Bool, isStale: Bool = false
  ) {
    (self.subject, self.title, self.list, self.listName) = (subject, title, list, listName)
    (self.day, self.time, self.isStart, self.isStale) = (day, time, isStart, isStale)
  }
}

/// The tasks of some days.
public struct UpcomingTasks: Hashable, Sendable {
  /// The maximum number of tasks beside the own ones that are due.
  public static let mostOthers = 200

  /// The account's own tasks that are due.
  public let due: DueTaskPage
  /// The number of these on each day, if not all of a day are among them.
  public let counts: [Day: Int]
  /// The others, by day.
  public let others: [PlannedTask]

  /// Creates the tasks of some days.
  public init(due: DueTaskPage, counts: [Day: Int] = [:], others: [PlannedTask]) {
    (self.due, self.counts, self.others) = (due, counts, others)
  }
}
