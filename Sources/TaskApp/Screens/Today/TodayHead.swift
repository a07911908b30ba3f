import StatePages
import Tasks

/// The head of Today, with the date.
struct TodayHead: Piece {
  static let template = "today/head"
  static let fields: [String: Field<TodayHead>] = [
    "iso": .text(\.today.iso),
    "weekday": .text(\.weekday),
    "date": .text(\.date),
  ]
  private let today: Day
  private let weekday: String
  private let date: String

  init(_ look: Look) {
    let printer = DayPrinter(look)
    today = look.today
    weekday = printer.weekday(today)
    date = printer.date(today)
  }
}
