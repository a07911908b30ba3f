import StatePages
import TaskFormats
import Tasks

/// The due days that have buttons. A button that would do nothing, or the same as another, is left out.
struct QuickDates: TemplateView {
  static let fields: [String: Field<QuickDates>] = [
    "today": .optional(\.today), "tomorrow": .optional(\.tomorrow), "nextWeek": .optional(\.nextWeek),
    "none": .flag(\.hasDate),
  ]
  /// The words that a form sends; nil without a button.
  private let today, tomorrow, nextWeek: String?
  private let hasDate: Bool

  /// - Parameter due: when the task is due; nil for none, or for several tasks.
  init(_ days: QuickDays, due: Day? = nil) {
    func other(_ choice: QuickDays.Choice) -> String? { choice.day == due ? nil : choice.word.rawValue }
    today = other(days.today)
    tomorrow = other(days.tomorrow)
    nextWeek = days.nextWeek.flatMap(other)
    hasDate = due != nil
  }

  /// - Parameter due: when the task is due; nil for none, or for several tasks.
  init(_ look: DisplaySettings, due: Day? = nil) { self.init(QuickDays(look), due: due) }
}

/// The days that are offered for tasks, formatted once for all rows of a page.
struct QuickDays: Sendable {
  struct Choice: Sendable {
    let word: DueWord
    let day: Day

    init(_ word: DueWord, _ look: DisplaySettings) {
      self.word = word
      day = word.day(look.today, nextWeek: look.nextWeek)
    }
  }

  let today, tomorrow: Choice
  /// The first day of the next week; nil if that is tomorrow.
  let nextWeek: Choice?

  init(_ look: DisplaySettings) {
    today = Choice(.today, look)
    tomorrow = Choice(.tomorrow, look)
    let week = Choice(.nextWeek, look)
    nextWeek = week.day == tomorrow.day ? nil : week
  }
}

/// A due day as a button sends it. The server reads it when the button is pressed: the page may have been open overnight.
enum DueWord: String, CaseIterable, Sendable {
  case today, tomorrow
  case nextWeek = "next-week"

  func day(_ today: Day, nextWeek: Day) -> Day {
    switch self {
    case .today: today
    case .tomorrow: today.adding(days: 1)
    case .nextWeek: nextWeek
    }
  }

  /// The date that a button or a date field sent, with a word as the day that it is now; other text as it is. A browser without date
  /// fields sends a date in the order in which its reader writes dates.
  static func date(_ text: String, _ context: QuickAddContext) -> String {
    if let word = DueWord(rawValue: text) { return word.day(context.today, nextWeek: context.nextWeek).iso }
    do { return try Day(typed: Day(written: text, context.order)?.iso ?? text).iso } catch { return text }
  }
}
