import StatePages
import Tasks

struct TodayHead: Piece {
  static let template = "today/head"
  static let fields: [String: Field<TodayHead>] = [
    "iso": .text(\.today.iso),
    "date": .text(\.date),
    "using": .flag { $0.mode == .using },
    "selectHref": .link { _ in .select(at: .today()) },
    "selecting": .flag { $0.mode == .selecting },
    "doneHref": .link { _ in .finish(at: .today(selecting: true)) },
  ]

  /// What the tasks of the page are for.
  enum Mode: Hashable, Sendable {
    case using, selecting
    case empty
  }

  private let mode: Mode
  private let today: Day
  private let date: String

  init(_ look: Look, mode: Mode) {
    self.mode = mode
    today = look.today
    date = DayPrinter(look).weekdayAndDate(today)
  }
}
