import StatePages
import Tasks

/// The due days that have buttons. A button that would do nothing, or the same as another, is left out.
struct QuickDates: TemplateView {
  static let fields: [String: Field<QuickDates>] = [
    "today": .optional(\.today), "tomorrow": .optional(\.tomorrow), "nextWeek": .optional(\.nextWeek),
    "none": .flag(\.hasDate),
  ]
  /// The days as a form sends them; nil without a button.
  private let today, tomorrow, nextWeek: String?
  private let hasDate: Bool

  /// - Parameter due: when the task is due; nil for none, or for several tasks.
  init(_ days: QuickDays, due: Day? = nil) {
    func other(_ choice: QuickDays.Choice) -> String? { choice.day == due ? nil : choice.iso }
    today = other(days.today)
    tomorrow = other(days.tomorrow)
    nextWeek = days.nextWeek.flatMap(other)
    hasDate = due != nil
  }

  /// - Parameter due: when the task is due; nil for none, or for several tasks.
  init(today: Day, due: Day? = nil) {
    self.init(QuickDays(today: today), due: due)
  }
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
