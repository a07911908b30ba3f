import StatePages
import Tasks

/// The days that Upcoming shows, and those before and after them.
struct UpcomingDays: Sendable {
  private static let agenda = 14
  /// The number of days of the month: five whole weeks.
  private static let month = 35

  /// The days by week; two weeks or a day alone are one group.
  let weeks: [[Day]]
  let previous: UpcomingView.Span
  let next: UpcomingView.Span
  /// The day, as it is written; nil for others.
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
      title = nil
    case .month(let from):
      let day = min(from ?? look.today, Day.last.adding(days: -Self.month))
      let start = day.adding(days: -((day.weekday.rawValue - printer.week[0].weekday.rawValue + 7) % 7))
      weeks = stride(from: 0, to: Self.month, by: 7).map { week in (week..<week + 7).map { start.adding(days: $0) } }
      (previous, next) = (
        .month(from: start.adding(days: -Self.month)), .month(from: start.adding(days: Self.month))
      )
      title = nil
    case .day(let day):
      weeks = [[day]]
      (previous, next) = (.day(day.adding(days: -1)), .day(day.adding(days: 1)))
      title = printer.weekdayAndDate(day)
    }
    (first, last) = (printer.date(weeks[0][0]), printer.date((weeks.last?.last ?? weeks[0][0])))
  }

  var range: ClosedRange<Day> { weeks[0][0]...(weeks.last?.last ?? weeks[0][0]) }
}

extension UpcomingView {
  /// Whether it has rows of tasks; a month has titles.
  var showsRows: Bool { if case .month = span { false } else { true } }
}
