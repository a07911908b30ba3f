import StatePages
import Tasks

/// The due days that have buttons. A button that would do nothing, or the same as another, is left out.
struct QuickDates: TemplateView {
  static let fields: [String: Field<QuickDates>] = [
    "today": .optional { $0.other($0.days.today) },
    "tomorrow": .optional { $0.other($0.days.tomorrow) },
    "nextWeek": .optional { $0.days.nextWeek.flatMap($0.other) },
    "none": .flag { $0.due != nil },
  ]
  private let days: QuickDays
  private let due: Day?

  /// - Parameter due: when the task is due; nil for none, or for several tasks.
  init(_ days: QuickDays, due: Day? = nil) {
    self.days = days
    self.due = due
  }

  /// - Parameter due: when the task is due; nil for none, or for several tasks.
  init(today: Day, due: Day? = nil) {
    self.init(QuickDays(today: today), due: due)
  }

  /// The day as a form sends it; nil if the task is due then.
  private func other(_ day: QuickDays.Choice) -> String? { day.day == due ? nil : day.iso }
}

/// The days that are offered for tasks, formatted once for all rows of a page.
struct QuickDays: Sendable {
  struct Choice: Sendable {
    let day: Day
    /// The day as a form sends it.
    let iso: String

    init(_ day: Day) {
      self.day = day
      iso = day.iso
    }
  }

  let today: Choice
  let tomorrow: Choice
  /// The next Monday; nil if that is tomorrow.
  let nextWeek: Choice?

  init(today: Day) {
    self.today = Choice(today)
    tomorrow = Choice(today.adding(days: 1))
    nextWeek = today.nextMonday == tomorrow.day ? nil : Choice(today.nextMonday)
  }
}
