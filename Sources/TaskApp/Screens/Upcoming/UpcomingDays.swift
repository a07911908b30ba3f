import StatePages
import Tasks

/// The days that Upcoming shows, and those before and after them.
struct UpcomingDays: Sendable {
  /// The number of days of two weeks.
  private static let agenda = 14

  /// The days by week; two weeks or a day alone are one group.
  let weeks: [[Day]]
  /// The month; nil for other days.
  let month: Month?
  let previous: UpcomingView.Span
  let next: UpcomingView.Span
  /// The month or the day, as it is written; nil for two weeks.
  let title: String?
  /// The first and the last day, as they are written.
  let first: String
  let last: String

  init(_ view: UpcomingView, for look: Look) {
    let printer = DayPrinter(look)
    switch view.span {
    case .weeks(let from):
      let start = min(from ?? look.today, Day.last.adding(days: -Self.agenda))
      weeks = [(0..<Self.agenda).map { start.adding(days: $0) }]
      (previous, next) = (
        .weeks(from: start.adding(days: -Self.agenda)), .weeks(from: start.adding(days: Self.agenda))
      )
      (month, title) = (nil, nil)
    case .month(let asked):
      let month = asked ?? Month(of: look.today)
      weeks = month.weeks(from: printer.week[0].weekday)
      (previous, next) = (.month(month.adding(-1)), .month(month.adding(1)))
      (self.month, title) = (month, printer.name(of: month))
    case .day(let day):
      weeks = [[day]]
      (previous, next) = (.day(day.adding(days: -1)), .day(day.adding(days: 1)))
      (month, title) = (nil, printer.weekdayAndDate(day))
    }
    (first, last) = (printer.date(weeks[0][0]), printer.date((weeks.last?.last ?? weeks[0][0])))
  }

  var range: ClosedRange<Day> { weeks[0][0]...(weeks.last?.last ?? weeks[0][0]) }
}

extension UpcomingView {
  /// Whether it has rows of tasks; a month has titles.
  var showsRows: Bool { if case .month = span { false } else { true } }
}
