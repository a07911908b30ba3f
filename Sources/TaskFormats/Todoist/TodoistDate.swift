import Tasks

/// A due date in the words of Todoist: `Oct 5 2026`, `2026-10-05 at 11:00`, `every monday at 9am`, `every! 3 days`. Other words are
/// those of ``QuickAddLine``, in English and another language.
struct TodoistDate {
  let day: Day
  let time: TimeOfDay?
  private(set) var repeats: Recurrence?

  /// Nil unless all words are understood.
  init?(_ text: String, today: Day, language: String = "en") {
    var words = text.lowercased().split(whereSeparator: TypedText.isSpace).map(String.init)
    guard !words.isEmpty, words.count <= 16 else { return nil }
    if words.count > 1, words[1] == "!" { words = [words[0] + "!"] + words.dropFirst(2) }
    if words[0] == "everyday" { words[0] = "every day" }
    let context = QuickAddContext(today: today, language: language)
    if let (date, rest) = Self.calendarDay(words, today) {
      guard let time = Self.time(rest, context) else { return nil }
      self.init(day: date.day, time: date.time ?? time, repeats: nil)
      return
    }
    let phrase = words.joined(separator: " ")
    let kinds: Set<QuickAddLine.Kind> = [.due, .start, .time, .repeats]
    let lines = ["", "on ", "am ", "في "].map {
      QuickAddLine(parsing: Self.title + $0 + phrase, context, understanding: kinds)
    }
    // A start is that of a recurrence, which begins with it.
    guard let line = lines.first(where: { $0.title + " " == Self.title && $0.start == nil }), let day = line.due
    else { return nil }
    self.init(day: day, time: line.time, repeats: line.repeats)
  }

  /// The words for the series of a task that has a due date, which need not be a date of its rule.
  init?(_ text: String, due: Day, language: String = "en") {
    self.init(text, today: due, language: language)
    repeats?.current = due
  }

  private init(day: Day, time: TimeOfDay?, repeats: Recurrence?) {
    (self.day, self.time, self.repeats) = (day, time, repeats)
  }

  /// The title of the line that the words end.
  private static let title = "xy "

  /// A date in digits, or with the name of a month, at the beginning of the words; a day without a year is one of this year. It may be
  /// past.
  private static func calendarDay(_ words: [String], _ today: Day) -> (WrittenDate, rest: ArraySlice<String>)? {
    for count in [3, 1, 2] where count <= words.count {
      let text = words.prefix(count).joined(separator: " ") + (count == 2 ? " \(today.year)" : "")
      if let date = WrittenDate(Array(text.utf8)[...], .dayFirst), !date.isAmbiguous, date.provenOrder == nil {
        return (date, words.dropFirst(count))
      }
    }
    return nil
  }

  /// The time that the words are, `.some(nil)` if there are none; nil if they are something else.
  private static func time(_ words: ArraySlice<String>, _ context: QuickAddContext) -> TimeOfDay?? {
    if words.isEmpty { return .some(nil) }
    let line = QuickAddLine(
      parsing: title + context.today.iso + " " + words.joined(separator: " "), context, understanding: [.due, .time])
    return line.title + " " == title ? line.time : nil
  }
}
