import StatePages
import Tasks

/// The table of five weeks.
struct UpcomingMonth: TemplateView {
  static let fields: [String: Field<UpcomingMonth>] = [
    "from": .text(\.days.first), "to": .text(\.days.last), "weekdays": .rows(\.weekdays), "weeks": .rows(\.weeks),
  ]
  private let days: UpcomingDays
  private let weekdays: [Weekday]
  private let weeks: [Week]

  fileprivate struct Weekday: TemplateView {
    static let fields: [String: Field<Weekday>] = ["short": .text(\.short), "name": .text(\.name)]
    let short, name: String
  }

  fileprivate struct Week: TemplateView {
    static let fields: [String: Field<Week>] = ["cells": .rows(\.cells)]
    let cells: [Cell]
  }

  fileprivate struct Cell: TemplateView {
    static let fields: [String: Field<Cell>] = [
      "iso": .text(\.day.iso), "number": .text(\.number), "day": .text(\.name), "href": .link { .showDay($0.day) },
      "today": .flag(\.isToday), "past": .flag(\.isPast),
      "count": .number(\.count.ifAny),
      "entries": .rows(\.entries),
      "more": .number { $0.count > $0.entries.count ? $0.count - $0.entries.count : nil },
      "put": .optionalForm(\.put),
      // On a phone the cells have no room for titles: the days stand below them.
      "listed": .flag { !$0.entries.isEmpty && $0.put == nil }, "heading": .text(\.heading),
    ]
    let day: Day
    /// The day of the month; with the month where one begins.
    let number: String
    let name, heading: String
    let isToday, isPast: Bool
    let count: Int
    let entries: [Entry]
    let put: TaskCommand?
  }

  fileprivate struct Entry: TemplateView {
    static let fields: [String: Field<Entry>] = [
      "id": .optional(\.id), "label": .text(\.title), "href": .optionalLink(\.href), "pick": .optionalForm(\.pick),
      "picked": .flag(\.isPicked), "late": .flag(\.isLate), "time": .optional(\.time), "starts": .flag(\.isStart),
      "anchor": .optional { $0.anchor.map { String($0) } },
    ]
    var id: String?
    let title: String
    /// Nil while tasks are being moved.
    var href: TaskIntent?
    var pick: TaskCommand?
    var isPicked = false
    var isLate = false
    /// The time of day at which it is due.
    var time: String?
    var isStart = false
    var anchor: Int?
  }

  init(_ content: UpcomingScreen.Content, for look: DisplaySettings) {
    let printer = DayPrinter(look)
    let isUsed = content.view.mode == .using
    let due = Dictionary(grouping: content.tasks.due.rows) { $0.row.dueTime(in: look.zone)?.day }
    let others = Dictionary(grouping: content.tasks.others, by: \.day)
    days = content.days
    weekdays = printer.week.map { Weekday(short: $0.short, name: printer.name(of: $0.weekday)) }
    weeks = content.days.weeks.map { days in
      Week(
        cells: days.map { day in
          let own = (due[day] ?? []).map { task in
            let row = task.row
            return Entry(
              id: row.id.description, title: ShortText.of(row.title), href: isUsed ? .openTask(row.id) : nil,
              pick: content.pick(row), isPicked: content.picked?.id == row.id,
              isLate: row.dueTime(in: look.zone).map { $0 < look.dueNow.time } ?? false,
              time: row.dueTime(in: look.zone)?.time.map(printer.time),
              anchor: content.states.anchor(of: row.id))
          }
          let rest = (others[day] ?? []).map { task in
            Entry(title: ShortText.of(task.title), href: isUsed ? .openTask(task.id) : nil, isStart: true)
          }
          return Cell(
            day: day, number: day.day == 1 ? printer.date(month: day.month, day: 1) : String(day.day),
            name: printer.fullDate(day), heading: printer.weekdayAndDate(day),
            isToday: day == look.today, isPast: day < look.today,
            count: (content.tasks.counts[day] ?? 0) + rest.count,
            entries: Array((own + rest).prefix(UpcomingPage.titles)), put: content.put(on: day, for: look))
        })
    }
  }
}

/// The days that Upcoming shows, and those before and after them.
struct UpcomingDays: Sendable {
  private static let agenda = 14
  /// The number of days of the month: five whole weeks.
  private static let month = 35

  /// The days by week; two weeks or a day alone are one group.
  let weeks: [[Day]]
  let previous, next: UpcomingView.Span
  /// The day, as it is written; nil for others.
  let title: String?
  /// The first and the last day, as they are written.
  let first: String
  let last: String

  init(_ view: UpcomingView, for look: DisplaySettings) {
    let printer = DayPrinter(look)
    switch view.span {
    case .weeks(let from):
      let start = min(from ?? look.today, Day.last.adding(days: -Self.agenda))
      weeks = [(0..<Self.agenda).map { start.adding(days: $0) }]
      (previous, next) = (.weeks(from: start.adding(days: -Self.agenda)), .weeks(from: start.adding(days: Self.agenda)))
      title = nil
    case .month(let from):
      let day = min(from ?? look.today, Day.last.adding(days: -Self.month))
      let start = day.adding(days: -((day.weekday.rawValue - printer.week[0].weekday.rawValue + 7) % 7))
      weeks = stride(from: 0, to: Self.month, by: 7).map { week in (week..<week + 7).map { start.adding(days: $0) } }
      (previous, next) = (.month(from: start.adding(days: -Self.month)), .month(from: start.adding(days: Self.month)))
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
