/// A due date in the words of Todoist: `Oct 5 2026`, `2026-10-05 at 11:00`, `every monday at 9am`, `every! 3 days`. Other words are
/// those of ``QuickAddLine``. Only English is understood.
struct TodoistDate {
  let day: Day
  let time: TimeOfDay?
  let repeats: Recurrence?

  /// Nil unless all words are understood.
  init?(_ text: String, today: Day) {
    var words = text.lowercased().split(whereSeparator: TypedText.isSpace).map(String.init)
    guard !words.isEmpty, words.count <= 16 else { return nil }
    if words.count > 1, words[1] == "!" { words = [words[0] + "!"] + words.dropFirst(2) }
    if words[0] == "everyday" { words[0] = "every day" }
    if let (day, rest) = Self.calendarDay(words, today) {
      guard let time = Self.time(rest, today) else { return nil }
      self.init(day: day, time: time, repeats: nil)
      return
    }
    let phrase = words.joined(separator: " ")
    let kinds: Set<QuickAddLine.Kind> = [.due, .start, .time, .repeats]
    let lines = [Self.title + phrase, Self.title + "on " + phrase].map {
      QuickAddLine(parsing: $0, QuickAddContext(today: today), understanding: kinds)
    }
    // A start is that of a recurrence, which begins with it.
    guard let line = lines.first(where: { $0.title + " " == Self.title && $0.start == nil }), let day = line.due
    else { return nil }
    self.init(day: day, time: line.time, repeats: line.repeats)
  }

  private init(day: Day, time: TimeOfDay?, repeats: Recurrence?) {
    (self.day, self.time, self.repeats) = (day, time, repeats)
  }

  /// The title of the line that the words end.
  private static let title = "x "

  /// A date in digits, or with the name of a month, at the beginning of the words; a day without a year is one of this year. It may be
  /// past.
  private static func calendarDay(_ words: [String], _ today: Day) -> (Day, rest: ArraySlice<String>)? {
    if let moment = FileMoment(words[0]) { return (moment.wall.day, [moment.wall.time.description]) }
    if let day = Day(iso: words[0]) { return (day, words.dropFirst()) }
    guard words.count >= 2 else { return nil }
    let names = words.prefix(3).map { $0.hasSuffix(",") ? String($0.dropLast()) : $0 }
    guard let (month, number) = Self.month(names[0], names[1]) ?? Self.month(names[1], names[0]) else { return nil }
    let year = names.count > 2 && names[2].utf8.count == 4 ? Int(names[2]) : nil
    return Day(year: year ?? today.year, month: month, day: number).map { ($0, words.dropFirst(year == nil ? 2 : 3)) }
  }

  private static func month(_ name: String, _ number: String) -> (Int, Int)? {
    let digits = ["st", "nd", "rd", "th"].contains(number.suffix(2)) ? String(number.dropLast(2)) : number
    guard digits.utf8.count <= 2, digits.utf8.allSatisfy(\.isDigit), let day = Int(digits) else { return nil }
    let context = QuickAddContext(today: .first)
    let month = CaptureGrammar.english.values(of: name, context).first { $0.kind == .month }
    return month.map { ($0.value, day) }
  }

  /// The time that the words are, `.some(nil)` if there are none; nil if they are something else.
  private static func time(_ words: ArraySlice<String>, _ today: Day) -> TimeOfDay?? {
    if words.isEmpty { return .some(nil) }
    let line = QuickAddLine(
      parsing: title + "today " + words.joined(separator: " "), QuickAddContext(today: today),
      understanding: [.due, .time])
    return line.title + " " == title ? line.time : nil
  }
}
