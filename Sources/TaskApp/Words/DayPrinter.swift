import Foundation
import StatePages
import Tasks

/// Formats days relative to the reader's today.
struct DayPrinter: Sendable {
  private let today: Day
  private let weekdays: [String]
  private let months: [String]

  init(_ look: Look) {
    let calendar = look.calendar
    today = look.today
    weekdays = calendar.weekdaySymbols
    months = calendar.shortMonthSymbols
  }

  /// Formats a due date: a distance in days if it is past or near, a weekday within the week, otherwise a date.
  func due(_ day: Day) -> DueView {
    let days = day.daysSince(today)
    switch days {
    case ..<2: return DueView(iso: day.iso, days: days, text: nil)
    case ..<7: return DueView(iso: day.iso, days: days, text: weekday(day))
    default: return DueView(iso: day.iso, days: days, text: date(day))
    }
  }

  /// `28 Nov`, with the year if it is not the current one.
  func date(_ day: Day) -> String {
    date(month: day.month, day: day.day) + (day.year == today.year ? "" : " \(day.year)")
  }

  /// `Friday`. A calendar's symbols start with Sunday.
  func weekday(_ day: Day) -> String { name(of: day.weekday) }

  /// `Friday`.
  func name(of weekday: Weekday) -> String { weekdays[weekday.rawValue % 7] }

  /// `28 Nov`, of any year.
  func date(month: Int, day: Int) -> String { "\(day) \(name(ofMonth: month))" }

  /// `Nov`.
  func name(ofMonth month: Int) -> String { months[month - 1] }
}

/// A formatted due date.
struct DueView: TemplateView, Hashable {
  static let fields: [String: Field<DueView>] = [
    "iso": .text(\.iso),
    "today": .flag { $0.days == 0 },
    "tomorrow": .flag { $0.days == 1 },
    "late": .flag { $0.days < 0 },
    "yesterday": .flag { $0.days == -1 },
    "lateDays": .optional { $0.days < -1 ? String(-$0.days) : nil },
    "text": .optional(\.text),
  ]
  let iso: String
  /// The days from today to the due date; negative if it is past.
  let days: Int
  let text: String?
}
