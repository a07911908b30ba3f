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
    // “every!” counts from the completion.
    let isAfterCompletion = words[0] == "every!" || (words[0] == "every" && words.dropFirst().first == "!")
    if isAfterCompletion { words = ["every"] + words.dropFirst(words[0] == "every!" ? 1 : 2) }
    if words[0] == "ev" || words[0] == "everyday" { words[0] = "every" + (words[0] == "everyday" ? " day" : "") }
    if let (day, rest) = Self.calendarDay(words, today) {
      guard let time = Self.time(rest, today) else { return nil }
      self.init(day: day, time: time, repeats: nil)
      return
    }
    let phrase = words.joined(separator: " ")
    let kinds: Set<QuickAddLine.Kind> = [.due, .time, .repeats]
    let lines = [Self.title + phrase, Self.title + "on " + phrase].map {
      QuickAddLine(parsing: $0, today: today, understanding: kinds)
    }
    guard let line = lines.first(where: { $0.title + " " == Self.title }) else { return nil }
    var draft = line.repeats
    draft?.isAfterCompletion = isAfterCompletion
    let repeats = draft?.recurrence(due: line.due, today: today)
    guard let day = line.due ?? repeats?.current, repeats != nil || !isAfterCompletion else { return nil }
    self.init(day: day, time: line.time, repeats: repeats)
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
    return DateWords.month(name).map { ($0, day) }
  }

  /// The time that the words are, `.some(nil)` if there are none; nil if they are something else.
  private static func time(_ words: ArraySlice<String>, _ today: Day) -> TimeOfDay?? {
    if words.isEmpty { return .some(nil) }
    let line = LineWord.words(of: title + "today " + words.joined(separator: " "))[...]
    guard let phrase = TimePhrase(atEndOf: line, isDated: true, today: today), phrase.length == words.count else {
      return nil
    }
    return phrase.time
  }
}
