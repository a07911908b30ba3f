import StatePages
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
  init(today: Day, due: Day? = nil) { self.init(QuickDays(today: today), due: due) }
}

/// The days that are offered for tasks, formatted once for all rows of a page.
struct QuickDays: Sendable {
  struct Choice: Sendable {
    let word: DueWord
    let day: Day

    init(_ word: DueWord, _ today: Day) {
      self.word = word
      day = word.day(today)
    }
  }

  let today, tomorrow: Choice
  /// The next Monday; nil if that is tomorrow.
  let nextWeek: Choice?

  init(today: Day) {
    self.today = Choice(.today, today)
    tomorrow = Choice(.tomorrow, today)
    let monday = Choice(.nextWeek, today)
    nextWeek = monday.day == tomorrow.day ? nil : monday
  }
}

/// A due day as a button sends it. The server reads it when the button is pressed: the page may have been open overnight.
enum DueWord: String, CaseIterable, Sendable {
  case today, tomorrow
  case nextWeek = "next-week"

  func day(_ today: Day) -> Day {
    switch self {
    case .today: today
    case .tomorrow: today.adding(days: 1)
    case .nextWeek: today.nextMonday
    }
  }

  /// The date that a button or a date field sent, with a word as the day that it is now; other text as it is.
  static func date(_ text: String, _ today: Day) -> String {
    if let word = DueWord(rawValue: text) { return word.day(today).iso }
    do { return try Day(typed: text).iso } catch { return text }
  }
}
