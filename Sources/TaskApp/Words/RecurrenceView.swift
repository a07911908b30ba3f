import Foundation
import StatePages
import Tasks

/// How a task recurs, in words; as written if words can't say it.
struct RecurrenceView: Piece {
  static let template = "components/recurrence"
  static let fields: [String: Field<RecurrenceView>] = [
    "written": .optional(\.written),
    "unworkable": .flag(\.isUnworkable),
    "every": .number { view in view.summary.flatMap { $0.interval > 1 ? $0.interval : nil } },
    "day": .flag { $0.summary?.unit == .day },
    "week": .flag { $0.summary?.unit == .week },
    "month": .flag { $0.summary?.unit == .month },
    "year": .flag { $0.summary?.unit == .year },
    "workdays": .flag(\.isOnWorkdays),
    "names": .pieces { $0.isOnWorkdays ? [] : $0.names },
    "place": .view(\.place),
    "afterCompletion": .flag(\.isAfterCompletion),
    "until": .optional(\.until),
    "times": .number(\.times),
    "daysLater": .number { $0.offset > 0 ? $0.offset : nil },
  ]
  private let summary: RecurrenceSummary?
  private let written: String?
  private var isAfterCompletion = false
  private var isUnworkable = false
  /// The weekdays, days of the month, or the date, joined by commas and an "and".
  private var names: [JoinedName] = []
  private var place: PlaceOfWeekday?
  private var isOnWorkdays = false
  private var until: String?
  private var times: Int?
  /// The number of days from these dates to the due date.
  private var offset = 0

  /// Nil if the task does not recur.
  init?(_ recurrence: RemoteRecurrence, _ printer: DayPrinter, in zone: TimeZone) {
    switch recurrence {
    case .none: return nil
    case .dates: (summary, written) = (nil, nil)
    case .unworkable: (summary, written, isUnworkable) = (nil, nil, true)
    case .rules(let rules):
      summary = RecurrenceSummary(rules)
      written = summary == nil ? rules : nil
    }
    if let summary { print(summary, printer, in: zone) }
  }

  init(_ recurrence: Recurrence, _ printer: DayPrinter) {
    let summary = RecurrenceSummary(recurrence)
    (self.summary, written, isAfterCompletion) = (summary, nil, recurrence.isAfterCompletion)
    offset = recurrence.offset
    print(summary, printer, in: .gmt)
  }

  private mutating func print(_ summary: RecurrenceSummary, _ printer: DayPrinter, in zone: TimeZone) {
    switch summary.days {
    case .first: break
    case .weekdays(let weekdays):
      isOnWorkdays = summary.interval == 1 && weekdays == [.monday, .tuesday, .wednesday, .thursday, .friday]
      names = JoinedName.joined(weekdays.map(printer.name))
    case .monthDays(let days): names = JoinedName.joined(days.map { $0 > 0 ? String($0) : nil }, areMonthDays: true)
    case .weekday(let weekday, let place):
      self.place = PlaceOfWeekday(place: place, name: printer.name(of: weekday), month: nil)
    case .date(let month, let day): names = JoinedName.joined([printer.date(month: month, day: day)])
    case .weekdayOfMonth(let weekday, let place, let month):
      self.place = PlaceOfWeekday(
        place: place, name: printer.name(of: weekday), month: printer.name(ofMonth: month))
    }
    switch summary.end {
    case .never: break
    case .until(let time): until = printer.date(time.day(in: zone))
    case .count(let count): times = count
    }
  }
}

/// One of several names in a sentence.
struct JoinedName: Piece {
  static let template = "components/joined-name"
  static let fields: [String: Field<JoinedName>] = [
    "name": .optional(\.name), "comma": .flag(\.hasComma), "and": .flag(\.hasAnd), "monthDay": .flag(\.isMonthDay),
  ]
  /// Nil for the last day of a month.
  let name: String?
  let hasComma: Bool
  let hasAnd: Bool
  let isMonthDay: Bool

  static func joined(_ names: [String?], areMonthDays: Bool = false) -> [JoinedName] {
    names.enumerated().map { index, name in
      let isLast = index == names.count - 1
      return JoinedName(
        name: name, hasComma: index > 0 && !isLast, hasAnd: index > 0 && isLast,
        isMonthDay: areMonthDays)
    }
  }
}

/// A weekday by its place in a month, such as the second Tuesday.
struct PlaceOfWeekday: TemplateView {
  static let fields: [String: Field<PlaceOfWeekday>] = [
    "first": .flag { $0.place == 1 },
    "second": .flag { $0.place == 2 },
    "third": .flag { $0.place == 3 },
    "fourth": .flag { $0.place == 4 },
    "fifth": .flag { $0.place == 5 },
    "last": .flag { $0.place == -1 },
    "name": .text(\.name),
    "ofMonth": .optional(\.month),
  ]
  let place: Int
  let name: String
  let month: String?
}
