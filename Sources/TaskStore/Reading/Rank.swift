import Foundation
import GRDB
import Tasks

/// The order in which an account looks at a list.
struct ShownOrder {
  let order: TaskOrder
  /// The IANA name of the reader's time zone, for the order by date.
  let zone: String

  init(_ order: TaskOrder, in zone: String) {
    self.order = order
    self.zone = zone
  }

  static let hand = ShownOrder(.hand, in: "GMT")

  var timeZone: TimeZone { TimeZone(identifier: zone) ?? .gmt }
}

/// The place of a task in the order in which a list is shown.
struct Rank: Comparable {
  /// What the order compares first: text that sorts like the key in ``TaskQuery``.
  let key: String
  let place: SortKey

  init(due: DueTime?, priority: Priority, _ place: SortKey, in order: TaskOrder) {
    let day = due?.description ?? "~"
    let priority = Priority.high.rawValue - priority.rawValue
    key =
      switch order {
      case .hand: ""
      case .date: "\(day)\(priority)"
      case .priority: "\(priority)\(day)"
      }
    self.place = place
  }

  /// The place in a section of Today: by the due date, then the priority, then the order of creation.
  init(due: DueTime, priority: Priority, id: TaskID) {
    key = due.description
    place = SortKey(position: Int64(-priority.rawValue), id: id.value)
  }

  static func < (left: Rank, right: Rank) -> Bool { (left.key, left.place) < (right.key, right.place) }
}

/// The place of a row in an order. The id breaks ties, so no two places are equal.
struct SortKey: Hashable, Comparable {
  var position, id: Int64

  static func < (left: SortKey, right: SortKey) -> Bool { (left.position, left.id) < (right.position, right.id) }
}

/// The due date of a task on a reader's clock as SQL: text that sorts like ``DueTime``, whose description it is.
///
/// A time in a zone is a moment, so it is derived when it is read: nothing that is stored depends on a reader. The indices have the due
/// days as they are stored, from which those of any reader are at most ``margin`` days away.
enum DueKey {
  /// The largest difference of the days of two time zones, from UTC−12 to UTC+14.
  static let margin = 2

  /// The text of a task; NULL without a due date.
  /// - Parameter zone: the parameter with the reader's time zone.
  static func sql(_ task: String, in zone: String) -> String {
    """
    CASE WHEN length(\(task).time) > 5 THEN local_due(\(task).due, \(task).time, \(zone)) ELSE \(task).due || \(time(task)) END
    """
  }

  /// The terms that sort as the indices do, by the clock of each task.
  static func indexOrder(_ task: String) -> String { "\(task).due, \(time(task))" }

  /// The condition that a task is due before a parameter. The day comes first: the indices find it.
  static func isBefore(_ bound: String, _ task: String, in zone: String) -> String {
    "\(task).due <= \(day(bound, margin)) AND \(sql(task, in: zone)) < \(bound)"
  }

  /// The condition that a task is due between two parameters, both included.
  static func isBetween(_ first: String, _ last: String, _ task: String, in zone: String) -> String {
    """
    \(task).due BETWEEN \(day(first, -margin)) AND \(day(last, margin)) AND \(sql(task, in: zone)) BETWEEN \(first) AND \(last)
    """
  }

  /// The day of a due date as text, some days later.
  static func day(_ due: String, _ days: Int) -> String {
    let day = "substr(\(due), 1, 10)"
    // Beyond the last day there is none.
    return "coalesce(date(\(day), '\(days) days'), \(day))"
  }

  private static func time(_ task: String) -> String { "coalesce(substr(\(task).time, 1, 5), '~')" }

  /// `local_due(due, time, zone)`: the key of a task with a time in a zone.
  static let function = DatabaseFunction("local_due", argumentCount: 3, pure: true) { values in
    let texts = values.compactMap { String.fromDatabaseValue($0) }
    guard texts.count == 3, let day = Day(iso: texts[0]), let clock = ClockTime(stored: texts[1]) else { return nil }
    return DueTime(day, clock, in: TimeZone(identifier: texts[2]) ?? .gmt).description
  }
}
