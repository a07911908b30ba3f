/// A word of a line.
struct LineWord {
  /// The word as typed.
  let text: Substring
  /// The word in lower case, without the backslash that escapes it and without a comma at its end.
  let key: String
  /// Whether a backslash precedes the word.
  let isEscaped: Bool
  /// Whether a comma ends the word, and other words follow.
  let hasComma: Bool
  /// What the word can be, with its value.
  private(set) var values: [(kind: WordKind, value: Int)] = []

  private init(_ text: Substring, isLast: Bool) {
    self.text = text
    isEscaped = text.first == "\\"
    hasComma = !isLast && text.last == ","
    key = text.dropFirst(isEscaped ? 1 : 0).dropLast(hasComma ? 1 : 0).lowercased()
  }

  /// The words of a line, divided by white space.
  static func words(of line: String, in grammar: CaptureGrammar, _ context: QuickAddContext) -> [LineWord] {
    let parts = line.split(whereSeparator: TypedText.isSpace)
    return parts.enumerated().map { index, part in
      var word = LineWord(part, isLast: index == parts.count - 1)
      word.values = grammar.values(of: word.key, context)
      return word
    }
  }

  /// The value of the word as one of a kind; nil if it is none.
  func value(_ kind: WordKind) -> Int? { values.first { $0.kind == kind }?.value }

  /// Whether the first letter is a capital one, and others are not.
  var isCapitalized: Bool { text.first?.isUppercase == true && text.contains(where: \.isLowercase) }
}

/// The kinds of words that patterns of a ``CaptureGrammar`` name in capitals.
enum WordKind: String, CaseIterable {
  /// A day as its distance from today: `tomorrow`.
  case day = "DAY"
  case weekday = "WEEKDAY"
  /// Several weekdays by one word, as a bit for each: `weekend`.
  case dayset = "DAYSET"
  case month = "MONTH"
  /// A number below a thousand, in digits or words.
  case number = "NUMBER"
  /// A number of at most two digits, of a day or an hour.
  case digits = "DIGITS"
  /// `1st`.
  case ordinal = "ORDINAL"
  /// `first`; -1 for `last`.
  case place = "PLACE"
  /// 2 for `other`: `every other week`.
  case other = "OTHER"
  /// A year; 2026 for `26` and `'26`.
  case year = "YEAR"
  /// An index of ``CaptureGrammar/units``.
  case unit = "UNIT"
  /// A unit that repeats: `weekly`.
  case adverb = "ADVERB"
  /// A time in minutes that can be nothing else: `9am`.
  case time = "TIME"
  /// A time in minutes with a colon: `17:00`.
  case clock = "CLOCK"
  /// 0 for `am`, 720 for `pm`.
  case meridiem = "MERIDIEM"
  /// A part of the day: an index of ``DayHours/times``.
  case part = "PART"
  /// `noon`, in minutes.
  case noon = "NOON"
  /// A date with a year, in days since 1970.
  case date = "DATE"
  /// A date without a year, 100 × month + day, that can be nothing else: `27/11`.
  case dateOfYear = "MONTHDATE"
  /// A date without a year that may be something else: `3/4`, `27.11`.
  case doubtfulDate = "SHORTDATE"
  /// A date with a time, in minutes since 1970.
  case moment = "MOMENT"
  /// `4d`: 10 × number + index of the unit.
  case span = "SPAN"
}
