/// A recurrence in English at the end of a line.
///
/// | Phrase | Repeats |
/// |---|---|
/// | `daily`, `weekly`, `monthly`, `yearly`, `every day`, `every week` | from its due date, or from today |
/// | `every 2 weeks`, `every two weeks`, `every other month`, `every other Tuesday` | in intervals |
/// | `every weekday`, `every weekend`, `every Tuesday`, `every Mon and Thu` | on weekdays |
/// | `every 15th`, `every second Tuesday`, `every last Friday of the month`, `every last day of the month` | monthly |
/// | `every 27 Nov` | yearly |
/// | `every second week on Saturday`, `every month on the 1st`, `yearly on 27 Nov` | in intervals, on these days |
/// | `on the 1st of every month`, `on the last Friday of every month` | monthly |
/// | `every 3 months after completion`, `weekly after completion` | in intervals from the completion |
///
/// A phrase is literal where ``DatePhrase`` would be: after a word that makes it part of the title (“Each and every day”), where its
/// capitals do (“New York Weekly”), or as the only object of a verb (“Enjoy every day”).
struct RecurrencePhrase {
  /// The number of words.
  let length: Int
  let draft: RecurrenceDraft

  /// The recurrence that the words end with; nil if there is none.
  init?(atEndOf words: ArraySlice<LineWord>) {
    let isAfterCompletion = words.suffix(2).map(\.key) == ["after", "completion"]
    let words = isAfterCompletion ? words.dropLast(2) : words
    guard let (length, found) = Self.adverb(words) ?? Self.ofMonth(words) ?? Self.every(words) ?? Self.adverbOn(words)
    else { return nil }
    var draft = found
    if isAfterCompletion {
      // Such tasks repeat in intervals only.
      guard draft.weekdays.isEmpty, draft.monthDay == nil, draft.date == nil else { return nil }
      draft.isAfterCompletion = true
    }
    (self.length, self.draft) = (isAfterCompletion ? length + 2 : length, draft)
    let phrase = words.suffix(length)
    // An escaped phrase is reported, so that the backslash is taken off.
    if phrase.contains(where: \.isEscaped) { return }
    let title = words.dropLast(length)
    guard let before = title.last, let first = phrase.first?.text else { return }
    if DateWords.isPart(ofTitle: before.key) { return nil }
    if title.count == 1, DateWords.verbsWithObject.contains(before.key) { return nil }
    let isCapitalized = first.first?.isUppercase == true && first.contains(where: \.isLowercase)
    if isCapitalized, title.count > 1, before.text.first?.isUppercase == true { return nil }
  }

  private static func adverb(_ words: ArraySlice<LineWord>) -> (Int, RecurrenceDraft)? {
    words.last.flatMap { adverb($0.key) }.map { (1, $0) }
  }

  private static func adverb(_ word: String) -> RecurrenceDraft? {
    switch word {
    case "daily": RecurrenceDraft(.day)
    case "weekly": RecurrenceDraft(.week)
    case "fortnightly": RecurrenceDraft(.week, interval: 2)
    case "monthly": RecurrenceDraft(.month)
    case "yearly", "annually": RecurrenceDraft(.year)
    case _: nil
    }
  }

  /// `weekly on Saturday`.
  private static func adverbOn(_ words: ArraySlice<LineWord>) -> (Int, RecurrenceDraft)? {
    guard let place = words.suffix(most).lastIndex(where: { $0.key == "on" }), place > words.startIndex,
      let draft = adverb(words[place - 1].key)?.on(words[place...].dropFirst().map(\.key))
    else { return nil }
    return (words.endIndex - place + 1, draft)
  }

  /// The phrase from the last `every` of the line on, which has at most ``most`` words.
  private static func every(_ words: ArraySlice<LineWord>) -> (Int, RecurrenceDraft)? {
    guard let start = words.suffix(most).lastIndex(where: { $0.key == "every" }) else { return nil }
    let phrase = words[start...].dropFirst().map(\.key)
    var draft = interval(phrase) ?? weekdays(phrase) ?? monthDay(phrase) ?? yearDate(phrase)
    if draft == nil, let place = phrase.firstIndex(of: "on") {
      draft = interval(Array(phrase[..<place]))?.on(Array(phrase[(place + 1)...]))
    }
    return draft.map { (phrase.count + 1, $0) }
  }

  /// `every other week on`, and seven weekdays with an `and`.
  private static let most = 12

  /// `on the 1st of every month`.
  private static func ofMonth(_ words: ArraySlice<LineWord>) -> (Int, RecurrenceDraft)? {
    guard words.suffix(3).map(\.key) == ["of", "every", "month"],
      let place = words.suffix(7).lastIndex(where: { $0.key == "on" }),
      let draft = RecurrenceDraft(.month).on(words[place...].dropFirst().dropLast(3).map(\.key))
    else { return nil }
    return (words.endIndex - place, draft)
  }

  private static func interval(_ words: [String]) -> RecurrenceDraft? {
    if words.count == 1, let unit = unit(words[0]) { return RecurrenceDraft(unit) }
    guard words.count == 2 else { return nil }
    if words[0] == "other" || words[0] == "second", let unit = unit(words[1]) {
      return RecurrenceDraft(unit, interval: 2)
    }
    if words[0] == "other", let (day, _) = DateWords.weekday(words[1]) {
      return RecurrenceDraft(.week, interval: 2, weekdays: [day])
    }
    guard words[1].hasSuffix("s"), let unit = unit(String(words[1].dropLast())), let count = DateWords.number(words[0]),
      Recurrence.intervals.contains(count), count > 1
    else { return nil }
    return RecurrenceDraft(unit, interval: count)
  }

  fileprivate static func weekdays(_ words: [String]) -> RecurrenceDraft? {
    if words == ["weekend"] { return RecurrenceDraft(.week, weekdays: [.saturday, .sunday]) }
    if words == ["weekday"] || words == ["workday"] {
      return RecurrenceDraft(.week, weekdays: [.monday, .tuesday, .wednesday, .thursday, .friday])
    }
    guard let last = words.last, DateWords.weekday(last) != nil else { return nil }
    var days: Set<Weekday> = []
    for (index, word) in words.enumerated() {
      // “Mon, Wed and Fri”: a comma or an “and” between two weekdays.
      if word == "and" || word == "&" {
        guard index > 0, index < words.count - 1, words[index - 1] != word else { return nil }
        continue
      }
      let name = word.hasSuffix(",") ? String(word.dropLast()) : word
      let isJoined = index == words.count - 1 || word.hasSuffix(",") || ["and", "&"].contains(words[index + 1])
      guard isJoined, let (day, _) = DateWords.weekday(name) else { return nil }
      days.insert(day)
    }
    return RecurrenceDraft(.week, weekdays: days)
  }

  fileprivate static func monthDay(_ words: [String]) -> RecurrenceDraft? {
    let isOfMonth = words.suffix(3) == ["of", "the", "month"]
    let words = isOfMonth ? words.dropLast(3) : words[...]
    guard let first = words.first else { return nil }
    if words.count == 1, let day = ordinal(first), 1...31 ~= day {
      return RecurrenceDraft(.month, monthDay: .date(day))
    }
    guard words.count == 2, let place = place(first), let last = words.last else { return nil }
    if last == "day", place == -1, isOfMonth { return RecurrenceDraft(.month, monthDay: .last) }
    return DateWords.weekday(last).map { RecurrenceDraft(.month, monthDay: .weekday($0.day, place: place)) }
  }

  fileprivate static func yearDate(_ words: [String]) -> RecurrenceDraft? {
    guard words.count == 2 else { return nil }
    let (name, number) = DateWords.month(words[0]) == nil ? (words[1], words[0]) : (words[0], words[1])
    guard let month = DateWords.month(name), let day = ordinal(number) ?? DateWords.digits(number),
      // 2000 is a leap year.
      Day(year: 2000, month: month, day: day) != nil
    else { return nil }
    return RecurrenceDraft(.year, date: RecurrenceDraft.YearDate(month: month, day: day))
  }

  private static func unit(_ word: String) -> Recurrence.Unit? { Recurrence.Unit(rawValue: word) }

  private static func place(_ word: String) -> Int? {
    switch word {
    case "first": 1
    case "second": 2
    case "third": 3
    case "fourth": 4
    case "last": -1
    case _: ordinal(word).flatMap { 1...4 ~= $0 ? $0 : nil }
    }
  }

  /// The number of an ordinal in digits: `2nd`.
  private static func ordinal(_ word: String) -> Int? {
    guard ["st", "nd", "rd", "th"].contains(word.suffix(2)) else { return nil }
    return DateWords.digits(word.dropLast(2))
  }
}

extension RecurrenceDraft {
  /// The same interval on the days that follow “on”: weekdays for weeks, a day for months, a date for years. Nil for other words.
  fileprivate func on(_ words: [String]) -> RecurrenceDraft? {
    var draft = self
    switch unit {
    case .day: return nil
    case .week:
      guard let days = RecurrencePhrase.weekdays(words)?.weekdays else { return nil }
      draft.weekdays = days
    case .month:
      let words = words.first == "the" ? Array(words.dropFirst()) : words
      // “The last day” is that of the month.
      let named = words == ["last", "day"] ? words + ["of", "the", "month"] : words
      guard let day = RecurrencePhrase.monthDay(named)?.monthDay else { return nil }
      draft.monthDay = day
    case .year:
      guard let date = RecurrencePhrase.yearDate(words)?.date else { return nil }
      draft.date = date
    }
    return draft
  }
}
