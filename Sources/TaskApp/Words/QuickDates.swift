import StatePages
import Tasks

/// The dates that have buttons.
struct QuickDates: TemplateView {
  static let fields: [String: Field<QuickDates>] = [
    "today": .text(\.today.iso),
    "tomorrow": .text { $0.today.adding(days: 1).iso },
    // On Sundays, that is tomorrow.
    "nextWeek": .optional { $0.today.nextMonday == $0.today.adding(days: 1) ? nil : $0.today.nextMonday.iso },
  ]
  let today: Day
}
