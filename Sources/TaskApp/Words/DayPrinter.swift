import Foundation
import StatePages
import Tasks

/// Puts days into print as a reader of today sees them.
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

  /// A due date: its distance in days where that is what counts, else a weekday or a date.
  func due(_ day: Day) -> DueView {
    let days = day.daysSince(today)
    switch days {
    case ..<2: return DueView(iso: day.iso, days: days, text: nil)
    case ..<7: return DueView(iso: day.iso, days: days, text: weekday(day))
    default: return DueView(iso: day.iso, days: days, text: date(day))
    }
  }

  /// `28 Nov`, with the year where it is another than this one.
  func date(_ day: Day) -> String {
    "\(day.day) \(months[day.month - 1])" + (day.year == today.year ? "" : " \(day.year)")
  }

  /// `Friday`. A calendar's names begin with Sunday.
  private func weekday(_ day: Day) -> String {
    let sinceMonday = Weekday.allCases.firstIndex(of: day.weekday) ?? 0
    return weekdays[(sinceMonday + 1) % 7]
  }
}

/// A due date, put into print.
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
  /// How many days after today it is due.
  let days: Int
  let text: String?
}
