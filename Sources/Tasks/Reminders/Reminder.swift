package import Foundation

/// When the reader of a task is reminded of it.
///
///     Reminder("30m")               // 30 minutes before the task is due
///     Reminder("2026-12-01T07:00Z") // at that moment
package enum Reminder: Hashable, Sendable {
  /// So many minutes before the task is due, 0 to ``mostMinutes``. Whole days are days of the calendar.
  case before(minutes: Int)
  /// At a moment, in whole minutes since 1970.
  case at(minute: Int)

  /// The mark before a time in a typed line: `!30m`.
  package static let mark: Character = "!"

  /// A year.
  package static let mostMinutes = 366 * 1_440
  /// The last minute of the year 9999.
  private static let lastMinute = 253_402_300_740 / 60

  /// The units in which people give the time before.
  package enum Unit: String, CaseIterable, Hashable, Sendable {
    case minute, hour, day

    package var minutes: Int {
      switch self {
      case .minute: 1
      case .hour: 60
      case .day: 1_440
      }
    }

    /// The mark after the number.
    var mark: Character {
      switch self {
      case .minute: "m"
      case .hour: "h"
      case .day: "d"
      }
    }
  }

  /// Nil if that is longer before than ``mostMinutes``.
  package init?(_ count: Int, _ unit: Unit) {
    let (minutes, isOver) = count.multipliedReportingOverflow(by: unit.minutes)
    guard !isOver, (0...Self.mostMinutes).contains(minutes) else { return nil }
    self = .before(minutes: minutes)
  }

  /// Nil for a moment outside of the years 1970 to 9999.
  package init?(at moment: Date) {
    let minutes = (moment.timeIntervalSince1970 / 60).rounded(.down)
    guard minutes >= 0, minutes <= Double(Self.lastMinute) else { return nil }
    self = .at(minute: Int(minutes))
  }

  /// The time before the due date, in the largest unit that has no remainder; nil for a moment.
  package var amount: (count: Int, unit: Unit)? {
    guard case .before(let minutes) = self else { return nil }
    let unit = Unit.allCases.last { minutes > 0 && minutes.isMultiple(of: $0.minutes) } ?? .minute
    return (minutes / unit.minutes, unit)
  }

  /// The chosen moment; nil for a time before the due date.
  package var moment: Date? {
    if case .at(let minute) = self { Date(timeIntervalSince1970: Double(minute) * 60) } else { nil }
  }
}

extension Reminder {
  /// The moment of the reminder of a task; nil if it counts from a due date and there is none.
  /// - Parameters:
  ///   - time: the time at which the task is due; nil for the whole day.
  ///   - morning: the time from which a day without a time counts, so that it reminds nobody at night.
  ///   - zone: the reader's time zone.
  package func moment(due: Day?, _ time: ClockTime?, morning: TimeOfDay, in zone: TimeZone) -> Date? {
    guard case .before(let minutes) = self else { return moment }
    guard let due else { return nil }
    let own = time?.zone.flatMap { TimeZone(identifier: $0) } ?? zone
    let moment = due.adding(days: -(minutes / 1_440)).moment(at: time?.time ?? morning, in: own)
    return moment.addingTimeInterval(-Double(minutes % 1_440) * 60)
  }
}

extension Reminder: Comparable {
  /// Times before the due date precede moments. The nearest of the former comes first, and the earliest of the latter.
  package static func < (left: Reminder, right: Reminder) -> Bool {
    switch (left, right) {
    case (.before(let left), .before(let right)): left < right
    case (.at(let left), .at(let right)): left < right
    case (.before, .at): true
    case (.at, .before): false
    }
  }
}

extension Reminder: LosslessStringConvertible {
  /// The form `30m`, `2h`, `1d`, or `2026-12-01T07:00Z`.
  package var description: String {
    if let (count, unit) = amount { return "\(count)\(unit.mark)" }
    let day = moment.map { Day(of: $0, in: .gmt).iso } ?? ""
    return "\(day)T\(moment.map { TimeOfDay(of: $0, in: .gmt) } ?? .midnight)Z"
  }

  /// Parses the form of ``description``; nil for anything else.
  package init?(_ description: String) {
    if let unit = Unit.allCases.first(where: { $0.mark == description.last }) {
      let digits = description.dropLast()
      guard (1...6).contains(digits.utf8.count), digits.utf8.allSatisfy(\.isDigit), let count = Int(digits) else {
        return nil
      }
      self.init(count, unit)
    } else {
      guard description.utf8.count == 17, description.last == "Z", let day = Day(iso: description.prefix(10)),
        description.dropFirst(10).first == "T", let time = TimeOfDay(String(description.dropFirst(11).dropLast()))
      else { return nil }
      self.init(at: day.moment(at: time, in: .gmt))
    }
  }
}

/// The reminders of a task, in their order, each once, at most ``Limits/remindersPerTask``.
package struct ReminderSet: Hashable, Sendable {
  package let reminders: [Reminder]

  package init() { reminders = [] }

  /// The first ones in their order if there are too many.
  package init(_ reminders: some Sequence<Reminder>) {
    self.reminders = Array(Set(reminders).sorted().prefix(Limits.remindersPerTask))
  }

  package var isEmpty: Bool { reminders.isEmpty }

  /// The set without the moments: these are of one date of a series, and times before it are of all.
  package var ofEachDate: ReminderSet { ReminderSet(reminders.filter { $0.moment == nil }) }

  /// What becomes of the set where both sides have changed it: it has what either added, and lacks what either removed.
  package func merged(since base: ReminderSet, into now: ReminderSet) -> ReminderSet {
    let (mine, known, here) = (Set(reminders), Set(base.reminders), Set(now.reminders))
    return ReminderSet(here.union(mine).filter { mine.contains($0) && here.contains($0) || !known.contains($0) })
  }
}

extension ReminderSet: LosslessStringConvertible {
  /// The reminders with spaces between: `0m 30m 1d`.
  package var description: String { reminders.map(\.description).joined(separator: " ") }

  /// Parses reminders with spaces between, in any order; nil if one is none, or if there are too many.
  package init?(_ description: String) {
    let words = description.split(separator: " ", maxSplits: Limits.remindersPerTask)
    let reminders = words.compactMap { Reminder(String($0)) }
    guard reminders.count == words.count, reminders.count <= Limits.remindersPerTask else { return nil }
    self.init(reminders)
  }
}
