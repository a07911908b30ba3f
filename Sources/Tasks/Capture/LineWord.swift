struct LineWord {
  /// The word as typed.
  private(set) var text: Substring
  /// The word in the spelling of the grammar, without the backslash that escapes it and without a comma at its end.
  private(set) var key: String
  /// Whether a backslash precedes the word.
  let isEscaped: Bool
  /// Whether a comma ends the word, and other words follow.
  private(set) var hasComma: Bool
  /// Whether it is a weekday by a short name, which may be another word.
  private(set) var isShortWeekday = false
  /// What the word can be, with its value.
  private(set) var values: [(kind: WordKind, value: Int)] = []
  /// The word without the letters that join it to a list.
  private(set) var joinedValues: [(kind: WordKind, value: Int)] = []

  private init(_ text: Substring, isLast: Bool, _ grammar: CaptureGrammar) {
    self.text = text
    isEscaped = text.first == "\\"
    hasComma = !isLast && Self.commas.contains(text.last ?? " ")
    key = grammar.key(of: text.dropFirst(isEscaped ? 1 : 0).dropLast(hasComma ? 1 : 0))
  }

  /// The words of a line, divided by white space. A name of two words is one, and so is a date with spaces.
  static func words(of line: String, in grammar: CaptureGrammar, _ context: QuickAddContext) -> [LineWord] {
    let parts = line.split(whereSeparator: TypedText.isSpace)
    var words: [LineWord] = []
    for (index, part) in parts.enumerated() {
      let word = LineWord(part, isLast: index == parts.count - 1, grammar)
      if let last = words.last, !last.hasComma, !word.isEscaped, let key = grammar.joined(last.key, word.key) {
        words[words.count - 1].append(word, as: key, in: line)
      } else {
        words.append(word)
      }
    }
    for index in words.indices { words[index].look(in: grammar, context) }
    return words
  }

  private mutating func append(_ word: LineWord, as key: String, in line: String) {
    text = line[text.startIndex..<word.text.endIndex]
    (self.key, hasComma) = (key, word.hasComma)
  }

  private mutating func look(in grammar: CaptureGrammar, _ context: QuickAddContext) {
    values = grammar.values(of: key, isCapital: text.first?.isUppercase == true, context)
    isShortWeekday = value(.weekday) != nil && grammar.title.has(key, .shortWeekdays)
    if !grammar.joiningPrefix.isEmpty, key.hasPrefix(grammar.joiningPrefix) {
      joinedValues = grammar.values(of: String(key.dropFirst(grammar.joiningPrefix.count)), isCapital: false, context)
    }
  }

  /// The value of the word as one of a kind; nil if it is none.
  func value(_ kind: WordKind) -> Int? { values.first { $0.kind == kind }?.value }

  /// The value of the word behind the letters that join it to a list.
  func joinedValue(_ kind: WordKind) -> Int? { joinedValues.first { $0.kind == kind }?.value }

  /// Whether the first letter is a capital one, and others are not.
  var isCapitalized: Bool { text.first?.isUppercase == true && text.contains(where: \.isLowercase) }

  /// Whether the word can be in capitals.
  var hasCase: Bool { text.first?.isCased == true }

  static let commas: Set<Character> = [",", "،"]
}

/// The kinds of words that patterns of a ``CaptureGrammar`` name in capitals.
enum WordKind: String, CaseIterable {
  /// A day as its distance from today: `tomorrow`.
  case day = "DAY"
  /// The word where only a part of it can be meant: `الغد` in `صباح الغد`.
  case dayOfPart = "DAYOFPART"
  /// A day in the past, which is no due date: `gestern`.
  case pastDay = "PASTDAY"
  case weekday = "WEEKDAY"
  /// A weekday by a name that is another word alone: `اثنين`.
  case weekdayName = "WEEKDAYNAME"
  /// A weekday with a part of the day: `Montagabend`.
  case weekdayPart = "WEEKDAYPART"
  /// Several weekdays by one word, as a bit for each: `weekend`.
  case dayset = "DAYSET"
  /// A range of weekdays, as a bit for each, which may be a label: `Mo-Fr`.
  case dayRange = "DAYRANGE"
  /// Weekdays of every week: `montags`, `werktags`.
  case repeatedDays = "REPEATEDDAYS"
  case month = "MONTH"
  /// A number below a thousand, in digits or words.
  case number = "NUMBER"
  /// A number of at most two digits, of a day or an hour.
  case digits = "DIGITS"
  /// `5-8`: 100 × the first day of a month + the last.
  case digitRange = "DIGITRANGE"
  /// `1st`.
  case ordinal = "ORDINAL"
  /// `first`; -1 for `last`.
  case place = "PLACE"
  /// A place that tells a day of a month by itself: the first, the last.
  case edge = "EDGE"
  /// 2 for `other`: `every other week`.
  case other = "OTHER"
  /// A year; 2026 for `26` and `'26`.
  case year = "YEAR"
  /// An index of ``CaptureGrammar/units``.
  case unit = "UNIT"
  /// A letter that is a unit behind digits only: `d`.
  case spanUnit = "SPANUNIT"
  /// A unit that repeats: `weekly`.
  case adverb = "ADVERB"
  /// A time in minutes that can be nothing else: `9am`.
  case time = "TIME"
  /// A time in minutes with a colon: `17:00`.
  case clock = "CLOCK"
  /// A time in minutes with a point: `14.30`.
  case dottedClock = "DOTTEDCLOCK"
  /// An hour in words.
  case hour = "HOUR"
  /// A number in words that may be an hour.
  case hourNumber = "HOURNUMBER"
  /// A word by which a number is an hour of the day, `Uhr`; the least hour that it may follow without a space.
  case oclock = "OCLOCK"
  /// Minutes besides an hour: -30 for `halb`.
  case fraction = "FRACTION"
  /// Minutes that a ``sign`` follows or precedes: `Viertel`.
  case quarter = "QUARTER"
  /// 1 for `after`, -1 for `before` an hour.
  case sign = "SIGN"
  /// 0 for `am`, 720 for `pm`.
  case meridiem = "MERIDIEM"
  /// A week of the year by one word: `KW49`.
  case numberedWeek = "NUMBEREDWEEK"
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
  /// `4d`: 100 × number + index of the unit.
  case span = "SPAN"
}
