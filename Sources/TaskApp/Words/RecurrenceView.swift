import Foundation
import StatePages
import Tasks

/// How a task recurs, in words; as written if words can't say it.
struct RecurrenceView: Piece {
  static let template = "components/recurrence"
  static let fields: [String: Field<RecurrenceView>] = [
    "rule": .template(among: rules.map { "words/recurrence.\($0)" }) { "words/recurrence.\($0.rule)" },
    "every": .number { $0.summary?.interval },
    "on": .optional(\.on), "weekday": .optional(\.weekday),
    "place": .template(among: places.map { "words/recurrence.\($0)" }) { "words/recurrence.\($0.place)" },
    "month": .optional(\.month),
    "written": .optional(\.written),
    "ends": .flag { $0.until != nil || $0.times != nil },
    "until": .optional(\.until), "times": .number(\.times),
    "daysLater": .number(\.offset.ifAny), "skips": .flag { $0.summary?.skips ?? false },
  ]
  /// The messages of rules, which are plural: by their interval.
  private static let rules =
    ["days", "weeks", "months", "years"].flatMap { [$0, "\($0)-after-completion"] } + [
      "weekdays", "weeks-on", "months-on", "months-on-and-last", "months-last", "months-on-weekday", "years-on",
      "years-on-weekday",
    ]
  private static let places = ["first", "second", "third", "fourth", "fifth", "last"]

  private let summary: RecurrenceSummary?
  private var rule = "days"
  /// The weekdays, days of the month, or the date, as a list of the language.
  private var on: String?
  /// A weekday by its place in a month, such as the second Tuesday.
  private var (weekday, place, month): (String?, String, String?) = (nil, Self.places[0], nil)
  private var until: String?
  private var times: Int?
  /// The number of days from these dates to the due date.
  private var offset = 0
  private let written: String?

  init(_ recurrence: Recurrence, _ printer: DayPrinter) {
    let summary = RecurrenceSummary(recurrence)
    let rule = recurrence.ruleText
    (self.summary, written) = (summary, summary == nil && !rule.isEmpty ? rule : nil)
    offset = recurrence.daysLater
    if let summary { print(summary, printer) }
    if recurrence.isAfterCompletion { self.rule += "-after-completion" }
  }

  private mutating func print(_ summary: RecurrenceSummary, _ printer: DayPrinter) {
    let unit = "\(summary.unit.rawValue)s"
    switch summary.days {
    case .first: rule = unit
    case .weekdays([.monday, .tuesday, .wednesday, .thursday, .friday]) where summary.interval == 1: rule = "weekdays"
    case .weekdays(let weekdays): (rule, on) = ("weeks-on", printer.list(weekdays.map(printer.name)))
    case .monthDays([-1]): rule = "months-last"
    case .monthDays(let days):
      rule = days.contains(-1) ? "months-on-and-last" : "months-on"
      on = printer.list(days.filter { $0 > 0 }.map(printer.ordinal))
    case .date(let month, let day): (rule, on) = ("years-on", printer.date(month: month, day: day))
    case .weekday(let weekday, let place): (rule, self.weekday, self.place) = named("months", weekday, place, printer)
    case .weekdayOfMonth(let weekday, let place, let month):
      (rule, self.weekday, self.place) = named("years", weekday, place, printer)
      self.month = printer.name(ofMonth: month)
    }
    switch summary.end {
    case .never: break
    case .until(let day): until = printer.date(day)
    case .count(let count): times = count
    }
  }

  private func named(_ unit: String, _ weekday: Weekday, _ place: Int, _ printer: DayPrinter) -> (
    String, String, String
  ) {
    ("\(unit)-on-weekday", printer.name(of: weekday), place > 0 ? Self.places[min(place, 5) - 1] : Self.places[5])
  }
}
