import Foundation
import StatePages
import Tasks

/// Formats days relative to the reader's today.
struct DayPrinter: Sendable {
  private let today: Day
  private let now: DueTime
  private let zone: TimeZone
  private let style: DateStyle

  init(_ look: DisplaySettings) {
    today = look.today
    now = look.dueNow.time
    zone = look.zone
    style = .of(look.language)
  }

  /// Formats a due date: a distance in days if it is past or near, a weekday within the week, otherwise a date. A time in another
  /// time zone is shown on the reader's clock.
  func due(_ day: Day, _ clock: ClockTime? = nil) -> DueView {
    let local = DueTime(day, clock, in: zone)
    let day = local.day
    let days = day.daysSince(today)
    let text: String? =
      switch days {
      case ..<2: nil
      case ..<7: weekday(day)
      default: date(day)
      }
    return DueView(
      iso: local.time.map { "\(day.iso)T\($0)" } ?? day.iso, days: days, text: text,
      time: days < 0 ? nil : local.time.map(time), isLateToday: days == 0 && local < now)
  }

  /// Formats a due date below a heading that says the day: its time, if it has one.
  func due(_ day: Day, _ clock: ClockTime?, under heading: Day) -> DueView? {
    let due = due(day, clock)
    guard self.day(day, clock) == heading, heading >= today else { return due }
    return due.time.map { DueView(iso: due.iso, days: nil, text: nil, time: $0, isLateToday: due.isLateToday) }
  }

  func day(_ day: Day, _ clock: ClockTime?) -> Day { DueTime(day, clock, in: zone).day }

  /// The day on which a task starts; nil if it has started.
  func starts(_ day: Day?) -> String? { day.flatMap { $0 > today ? date($0) : nil } }

  /// `28 Nov`, with the year if it is not the current one.
  func date(_ day: Day) -> String {
    day.year == today.year
      ? date(month: day.month, day: day.day) : style.text(year: day.year, month: day.month, day: day.day)
  }

  /// `Friday 28 Nov`, with the year if it is not the current one.
  func weekdayAndDate(_ day: Day) -> String {
    day.year == today.year
      ? style.text(weekday: day.weekday.rawValue % 7, month: day.month, day: day.day) : fullDate(day)
  }

  /// `Friday`. A calendar's symbols start with Sunday.
  func weekday(_ day: Day) -> String { name(of: day.weekday) }

  /// `Friday 28 Nov 2025`, also for a day that is near.
  func fullDate(_ day: Day) -> String {
    style.text(weekday: day.weekday.rawValue % 7, year: day.year, month: day.month, day: day.day)
  }

  /// `14:30`, or `2:30 PM`.
  func time(_ time: TimeOfDay) -> String { style.text(hour: time.minutes / 60, minute: time.minutes % 60) }

  /// `28 Nov 14:30`, on the reader's clock.
  func moment(_ moment: Date) -> String {
    "\(date(Day(of: moment, in: zone))) \(time(TimeOfDay(of: moment, in: zone)))"
  }

  /// `Friday`.
  func name(of weekday: Weekday) -> String { style.weekdays[weekday.rawValue % 7] }

  /// `Monday, Tuesday and Friday`.
  func list(_ items: [String]) -> String { style.list(items) }

  /// `28th`, of a day of a month.
  func ordinal(_ day: Int) -> String { style.ordinals[day - 1] }

  var week: [(weekday: Weekday, short: String)] {
    (0..<7).compactMap { day in
      let index = (day + style.firstWeekday) % 7
      return Weekday(rawValue: index == 0 ? 7 : index).map { ($0, style.shortWeekdays[index]) }
    }
  }

  /// `28 Nov`, of any year.
  func date(month: Int, day: Int) -> String { style.text(month: month, day: day) }

  /// `Nov`.
  func name(ofMonth month: Int) -> String { style.months[month - 1] }
}

struct DueView: TemplateView, Hashable {
  static let fields: [String: Field<DueView>] = [
    "iso": .text(\.iso),
    "today": .flag { $0.days == 0 },
    "tomorrow": .flag { $0.days == 1 },
    "late": .flag { $0.lateDays != nil || $0.isLateToday },
    "lateToday": .flag(\.isLateToday), "time": .optional(\.time), "lateDays": .number(\.lateDays),
    "text": .optional(\.text),
  ]
  let iso: String
  /// The days from today to the due date; negative if it is past, nil if the heading above says the day.
  let days: Int?
  let text: String?
  /// The time of day; nil for the whole day, and for past days.
  let time: String?
  let isLateToday: Bool

  var lateDays: Int? { days.flatMap { $0 < 0 ? -$0 : nil } }
}

extension Moment {
  /// Formats a moment, to the second.
  init(_ date: Date, for look: DisplaySettings) { self.init(Int64(date.timeIntervalSince1970), for: look) }
}
