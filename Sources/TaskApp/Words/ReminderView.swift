import StatePages
import Tasks

/// The reminders of a task, in words.
struct RemindersView: Piece {
  static let template = "components/reminders"
  static let fields: [String: Field<RemindersView>] = ["reminders": .rows(\.reminders)]
  private let reminders: [ReminderView]

  /// Nil for none.
  init?(_ set: ReminderSet, _ days: DayPrinter) {
    if set.isEmpty { return nil }
    reminders = set.reminders.enumerated().map { ReminderView($1, isNext: $0 > 0, days) }
  }
}

struct ReminderView: TemplateView {
  static let fields: [String: Field<ReminderView>] = [
    "atDue": .flag { $0.amount?.count == 0 },
    "minutes": .number { $0.count(.minute) }, "hours": .number { $0.count(.hour) }, "days": .number { $0.count(.day) },
    "moment": .optional(\.moment), "isNext": .flag(\.isNext),
  ]
  private let amount: (count: Int, unit: Reminder.Unit)?
  private let moment: String?

  /// Whether it follows another one.
  private let isNext: Bool

  init(_ reminder: Reminder, isNext: Bool, _ days: DayPrinter) {
    self.isNext = isNext
    amount = reminder.amount
    moment = reminder.moment.map(days.moment)
  }

  private func count(_ unit: Reminder.Unit) -> Int? {
    amount.flatMap { $0.unit == unit && $0.count > 0 ? $0.count : nil }
  }
}

/// The mark of a row whose task reminds. It is a piece, since the flags of a row are as many as a compiled template has.
struct ReminderMark: Piece {
  static let template = "components/has-reminder"
}
