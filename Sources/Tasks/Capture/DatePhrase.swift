/// A due date in English at the end of a line.
///
/// | Phrase | Day |
/// |---|---|
/// | `today`, `tonight`, `tomorrow`, `yesterday` | |
/// | `Friday` | the next one after today |
/// | `Fri`, `tue`, `thu`, `mon`; `Sat`, `Sun`, `Wed` | the same; short, after at least two words |
/// | `this Friday`, `this fri` | the next one, today included |
/// | `next Friday`, `next fri` | the one of the next week; weeks begin on Monday |
/// | `next week` | its Monday |
/// | `next month` | its first day |
/// | `this weekend`, `on the weekend` | its Saturday; on a Sunday, today |
/// | `next weekend` | the Saturday of the next week |
/// | `in 3 days`, `in two weeks`, `in a week`, `in a fortnight`, `in 6 months` | |
/// | `27 Nov`, `27th November`, `Nov 27` | the next such day, today included |
/// | `27 Nov 2026`, `Nov 27, 2026`, `2026-11-27` | that day, unless it is past |
///
/// `by` and `due` may precede a phrase, and `on` a weekday or a date. A weekday may precede a date if it is the date's weekday.
///
/// Short weekdays are also names and words of other kinds (“Call Sun”, “where we sat”). Without one of these words, or `this` or `next`,
/// they are dates only after two words or more, never in capitals (“Register for the next SAT”), and `Sat`, `Sun`, `Wed` and `Mon` with a capital
/// only after a word without one (“Pay Mr Sun”); `sat`, `sun` and `wed` are none. `yesterday` is none in a clause (“Fix what broke
/// yesterday”) and with a capital (“Practise Yesterday”).
///
/// A phrase is no date after a word that makes it part of the title (“The day after tomorrow”, “Black Friday”), where its capitals do
/// (“Around the World in 80 Days”), or if it is the only object of a verb (“Plan next week”).
struct DatePhrase {
  /// The number of words.
  private(set) var length: Int
  let day: Day
  /// The words that may precede the phrase and belong to it.
  private let prepositions: Set<String>
  /// Whether the phrase is a short weekday, which may be another word.
  private var isShortWeekday = false
  /// Whether the phrase is `yesterday`, which may belong to a clause.
  private var isYesterday = false
  /// Whether capital letters tell a title from a date. Names of weekdays and months always have them.
  private var isCapitalized = false

  private init(_ length: Int, _ day: Day, _ prepositions: Set<String> = ["by", "due"]) {
    (self.length, self.day, self.prepositions) = (length, day, prepositions)
  }

  /// The date that the words end with; nil if there is none.
  init?(atEndOf words: ArraySlice<LineWord>, today: Day) {
    guard var phrase = Self.bare(words, today) else { return nil }
    let bareLength = phrase.length
    while let before = words.dropLast(phrase.length).last, phrase.prepositions.contains(before.key) {
      phrase.length += 1
    }
    // An escaped phrase is reported, so that the backslash is taken off.
    if words.suffix(phrase.length).contains(where: \.isEscaped) {
      self = phrase
      return
    }
    let hasPreposition = phrase.length > bareLength
    let title = words.dropLast(phrase.length)
    if phrase.isShortWeekday, !hasPreposition, !Self.isWeekday(words.last?.text ?? "", after: title) { return nil }
    if phrase.isYesterday, DateWords.isPast(title.map(\.key)) { return nil }
    if let before = title.last {
      if DateWords.isPart(ofTitle: before.key) { return nil }
      if !hasPreposition, title.count == 1, DateWords.verbsWithObject.contains(before.key) { return nil }
      if phrase.isCapitalized, title.count > 1, before.text.first?.isUppercase == true { return nil }
    }
    self = phrase
  }

  /// The date that the words end with, whatever precedes it.
  static func bare(_ words: ArraySlice<LineWord>, _ today: Day) -> DatePhrase? {
    guard let last = words.last else { return nil }
    let before = words.dropLast().last?.key ?? ""
    if var phrase = relative(words, last.key, before, today) {
      phrase.isCapitalized = last.text.first?.isUppercase == true && last.text.contains(where: \.isLowercase)
      return phrase
    }
    return weekday(last.key, before, today) ?? date(words, today)
  }

  // MARK: Relative dates

  private static func relative(
    _ words: ArraySlice<LineWord>, _ last: String, _ before: String, _ today: Day
  ) -> DatePhrase? {
    switch last {
    case "today", "tonight": return DatePhrase(1, today)
    case "yesterday" where words.last?.text.first?.isLowercase == true:
      var phrase = DatePhrase(1, today.adding(days: -1))
      phrase.isYesterday = true
      return phrase
    case "tomorrow": return DatePhrase(1, today.adding(days: 1))
    case "week" where before == "next": return DatePhrase(2, today.nextMonday)
    case "month" where before == "next": return today.nextMonth.map { DatePhrase(2, $0) }
    case "weekend": return weekend(before, words.dropLast(2).last?.key ?? "", today)
    default:
      guard words.dropLast(2).last?.key == "in", let count = count(of: last, before), count > 0,
        let day = today.adding(count, last)
      else { return nil }
      return DatePhrase(3, day, ["due"])
    }
  }

  /// A weekend, which needs a word that tells which one: `this weekend`, `at the weekend`.
  private static func weekend(_ before: String, _ first: String, _ today: Day) -> DatePhrase? {
    let saturday = today.weekday == .sunday ? today : today.nextMonday.adding(days: -2)
    switch before {
    case "this": return DatePhrase(2, saturday)
    case "next": return DatePhrase(2, today.nextMonday.adding(days: 5))
    case "the" where ["at", "by", "on"].contains(first): return DatePhrase(3, saturday, [])
    default: return nil
    }
  }

  /// The number before a unit of time, which has to agree with it: `1 day`, `2 days`, `a week`.
  private static func count(of unit: String, _ before: String) -> Int? {
    if before == "a", ["week", "fortnight", "month"].contains(unit) { return 1 }
    guard before.utf8.count <= 6, let count = DateWords.number(before), count < 1_000,
      (count == 1) != unit.hasSuffix("s")
    else { return nil }
    return count
  }

  // MARK: Weekdays

  private static func weekday(_ last: String, _ before: String, _ today: Day) -> DatePhrase? {
    guard let (weekday, isShort) = DateWords.weekday(last) else { return nil }
    let days = (weekday.rawValue - today.weekday.rawValue + 7) % 7
    let prepositions: Set = ["on", "by", "due"]
    switch before {
    case "this": return DatePhrase(2, today.adding(days: days), prepositions)
    case "next": return DatePhrase(2, today.nextMonday.adding(days: weekday.rawValue - 1), prepositions)
    default:
      var phrase = DatePhrase(1, today.adding(days: days == 0 ? 7 : days), prepositions)
      phrase.isShortWeekday = isShort
      return phrase
    }
  }

  /// Whether a short weekday without a preposition is one.
  private static func isWeekday(_ text: Substring, after title: ArraySlice<LineWord>) -> Bool {
    // “Every Mon Tue” is a list of days.
    guard title.count > 1, let before = title.last, DateWords.weekday(before.key) == nil, let first = text.first
    else { return false }
    if first.isLowercase { return !DateWords.isOtherWord(text) && !DateWords.isVerb(text, after: title.map(\.key)) }
    guard text.dropFirst().allSatisfy(\.isLowercase) else { return false }
    return !DateWords.isName(text.lowercased()) || before.text.first?.isUppercase != true
  }

  // MARK: Dates

  private static func date(_ words: ArraySlice<LineWord>, _ today: Day) -> DatePhrase? {
    guard let (found, day) = absolute(words.suffix(3).map(\.key), today), day >= today else { return nil }
    var length = found
    // “Friday 27 Nov”: the weekday belongs to the date, or contradicts it.
    if let before = words.dropLast(length).last?.key,
      let (weekday, _) = DateWords.weekday(before.hasSuffix(",") ? String(before.dropLast()) : before)
    {
      guard weekday == day.weekday else { return nil }
      length += 1
    }
    return DatePhrase(length, day, ["on", "by", "due"])
  }

  /// The date of the last one, two or three words, with the number of words.
  private static func absolute(_ words: [String], _ today: Day) -> (length: Int, day: Day)? {
    guard let last = words.last else { return nil }
    if let day = Day(iso: last) { return (1, day) }
    guard words.count > 1 else { return nil }
    let (before, first) = (words[words.count - 2], words.count > 2 ? words[0] : "")
    if let month = DateWords.month(last) {
      return dayNumber(before).flatMap { today.next(month: month, day: $0) }.map { (2, $0) }
    }
    if last.utf8.count == 4, let year = DateWords.digits(last) {
      if let month = DateWords.month(before) {
        return dayNumber(first).flatMap { Day(year: year, month: month, day: $0) }.map { (3, $0) }
      }
      let day = before.hasSuffix(",") ? String(before.dropLast()) : before
      return DateWords.month(first).flatMap { month in
        dayNumber(day).flatMap { Day(year: year, month: month, day: $0) }
      }.map { (3, $0) }
    }
    return DateWords.month(before).flatMap { month in
      dayNumber(last).flatMap { today.next(month: month, day: $0) }
    }.map { (2, $0) }
  }

  /// The number of a day: `2`, `02` or `2nd`.
  private static func dayNumber(_ word: String) -> Int? {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard digits.utf8.count <= 2, let day = DateWords.digits(digits) else { return nil }
    let ordinal =
      switch (day / 10, day % 10) {
      case (1, _): "th"
      case (_, 1): "st"
      case (_, 2): "nd"
      case (_, 3): "rd"
      case _: "th"
      }
    let suffix = word.dropFirst(digits.count)
    return suffix.isEmpty || suffix == ordinal ? day : nil
  }
}

extension Day {
  /// The Monday of the next week.
  public var nextMonday: Day { adding(days: 8 - weekday.rawValue) }

  /// The first day of the next month; nil after ``last``.
  fileprivate var nextMonth: Day? {
    month == 12 ? Day(year: year + 1, month: 1, day: 1) : Day(year: year, month: month + 1, day: 1)
  }

  /// The day after a number of units, as English names them; nil for other words, and beyond ``last``.
  fileprivate func adding(_ count: Int, _ unit: String) -> Day? {
    switch unit {
    case "day", "days": after(days: count)
    case "week", "weeks": after(days: 7 * count)
    case "fortnight": after(days: 14 * count)
    case "month", "months": adding(months: count)
    default: nil
    }
  }

  private func after(days: Int) -> Day? {
    let day = adding(days: days)
    return day.daysSince(self) == days ? day : nil
  }

  /// The next such day of a year, this day included; nil if there is none. 29 February may be eight years away.
  fileprivate func next(month: Int, day: Int) -> Day? {
    (0...8).lazy.compactMap { Day(year: year + $0, month: month, day: day) }.first { $0 >= self }
  }
}
