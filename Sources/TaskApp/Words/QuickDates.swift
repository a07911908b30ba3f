import StatePages
import Tasks

/// The due days that have buttons. A button that would do nothing, or the same as another, is left out.
struct QuickDates: TemplateView {
  static let fields: [String: Field<QuickDates>] = [
    "today": .optional { $0.other($0.day) },
    "tomorrow": .optional { $0.other($0.tomorrow) },
    "nextWeek": .optional { $0.day.nextMonday == $0.tomorrow ? nil : $0.other($0.day.nextMonday) },
    "none": .flag { $0.due != nil },
  ]
  private let day: Day
  private let due: Day?

  /// - Parameter due: when the task is due; nil for none, or for several tasks.
  init(today: Day, due: Day? = nil) {
    day = today
    self.due = due
  }

  private var tomorrow: Day { day.adding(days: 1) }

  /// The day as a form sends it; nil if the task is due then.
  private func other(_ day: Day) -> String? { day == due ? nil : day.iso }
}
