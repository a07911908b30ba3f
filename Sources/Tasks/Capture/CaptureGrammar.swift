/// The grammar of dates, times and repeats in a language: tables of words and of phrases.
///
/// A phrase is a pattern of words, such as `WEEKDAY next week` or `(on|at) the? PLACE+ of {month}`: in capitals a ``WordKind``, in
/// parentheses a choice, `?` for what may be missing, `+` for a list, in braces one of the ``fragments``. In a table, several names of
/// one value are divided by spaces; an underscore is a space within a name.
///
/// Another language is another table in a file of its own, and a line in ``languages``.
struct CaptureGrammar: Sendable {
  /// A unit of time by its name.
  struct Unit: Sendable {
    enum Kind { case minute, hour, day, week, month, year }
    let kind: Kind
    var count = 1
    /// Whether it follows numbers over one; nil if it follows any number, or none.
    var isPlural: Bool? = false
  }

  /// What a word before a date says about it.
  enum Preposition: Sendable {
    case on, by, due, at, start, until
    /// `bis`: the due date of a task, or the last day of a series.
    case byOrUntil
    /// `zum` in `bis zum`.
    case article
  }

  let units: [Unit]
  /// The priorities by their marks, those of all languages included.
  let priorities: [String: Priority]
  let prepositions: [String: Preposition]
  /// The words between the last two members of a list.
  let joiners: Set<String>
  /// Letters before a word that join it to a list: `وخميس`.
  let joiningPrefix: String
  /// The words by which a phrase belongs to the title.
  let title: TitleWords
  private let words: [String: [(kind: WordKind, value: Int)]]
  /// The names of two words, by the first one.
  private let pairs: Set<String>
  private let digits: DigitForms.Notation
  private let letters: [Unicode.Scalar: String]
  private let patterns: [Key: [Pattern]]

  /// - Parameters:
  ///   - units: the units by their names.
  ///   - adverbs: the adverbs of units that repeat, with a name of the unit.
  ///   - words: the words of each kind with their values.
  ///   - weekdayParts: parts of the day that a weekday is joined with, `Montagabend`, as indices of ``DayHours/times`` or in minutes.
  ///   - digits: the forms in digits.
  ///   - letters: letters and marks that other spellings have instead, or not at all.
  ///   - priorities: marks of priorities besides those of all languages.
  ///   - fragments: parts of phrases.
  ///   - phrases: the phrases of each rule.
  init(
    units: KeyValuePairs<String, Unit>, adverbs: KeyValuePairs<String, String>,
    words: KeyValuePairs<WordKind, KeyValuePairs<String, Int>>, weekdayParts: KeyValuePairs<String, Int> = [:],
    digits: DigitForms.Notation = DigitForms.Notation(),
    letters: [Unicode.Scalar: String] = [:], priorities: [String: Priority] = [:],
    prepositions: [String: Preposition], joiners: Set<String>, joiningPrefix: String = "", title: TitleWords,
    fragments: [String: [String]], phrases: KeyValuePairs<CaptureRule, [String]>
  ) {
    func key(_ word: some StringProtocol) -> String { Self.key(of: word, letters) }
    var table: [String: [(kind: WordKind, value: Int)]] = [:]
    func add(_ names: String, _ kind: WordKind, _ value: Int) {
      for name in names.split(separator: " ") {
        table[key(name.replacing("_", with: " ")), default: []].append((kind, value))
      }
    }
    for (kind, names) in words {
      for (name, value) in names { add(name, kind, value) }
    }
    for (weekday, names) in table.filter({ $0.value.contains { $0.kind == .weekday } }) {
      guard let day = names.first?.value, !title.shortWeekdays.contains(weekday) else { continue }
      for (part, value) in weekdayParts { add(weekday + part, .weekdayPart, day * Self.weekdayPart + value) }
    }
    for (index, unit) in units.enumerated() { add(unit.key, .unit, index) }
    for (adverb, unit) in adverbs {
      for (_, index) in table[key(unit), default: []].filter({ $0.kind == .unit }) { add(adverb, .adverb, index) }
    }
    var patterns: [Key: [Pattern]] = [:]
    for (rule, texts) in phrases {
      for steps in texts.flatMap({ Self.expanded($0, fragments, key) }) {
        guard let last = steps.last else { continue }
        for key in last.keys { patterns[key, default: []].append(Pattern(rule: rule, steps: steps)) }
      }
    }
    self.units = units.map(\.value)
    self.priorities = Self.priorityMarks.merging(priorities.map { (key($0.key), $0.value) }) { $1 }
    self.prepositions = Dictionary(prepositions.map { (key($0.key), $0.value) }) { first, _ in first }
    (self.joiners, self.joiningPrefix, self.title) = (Set(joiners.map { key($0) }), joiningPrefix, title.folded(key))
    (self.words, self.patterns, self.digits, self.letters) = (table, patterns, digits, letters)
    pairs = Set(table.keys.filter { $0.contains(" ") })
  }

  /// `!high`, `!!!`, and `p1` to `p4` are the same in every language.
  static let priorityMarks: [String: Priority] = [
    "!high": .high, "!medium": .medium, "!low": .low, "!!!": .high, "p1": .high, "p2": .medium, "p3": .low, "p4": .none,
  ]
  /// The factor of the weekday in the value of a ``WordKind/weekdayPart``.
  static let weekdayPart = 10_000
}

/// The words of a grammar.
extension CaptureGrammar {
  /// A word in the spelling of the tables: in lower case, with ASCII digits, without invisible characters.
  func key(of word: some StringProtocol) -> String { Self.key(of: word, letters) }

  private static func key(of word: some StringProtocol, _ letters: [Unicode.Scalar: String]) -> String {
    let lower = word.lowercased()
    if lower.utf8.allSatisfy({ $0 < 0x80 }) { return lower }
    return lower.unicodeScalars.reduce(into: "") { key, scalar in
      if let other = letters[scalar] {
        key += other
      } else if let digit = scalar.properties.numericType == .decimal ? scalar.properties.numericValue : nil {
        key += String(Int(digit))
      } else if !scalar.properties.isDefaultIgnorableCodePoint {
        key.unicodeScalars.append(scalar)
      }
    }
  }

  /// What a word can be: a word of the tables, or a form in digits.
  func values(of key: String, isCapital: Bool, _ context: QuickAddContext) -> [(kind: WordKind, value: Int)] {
    if !isCapital, title.capitalWeekdays.contains(key) { return [] }
    return (words[key] ?? [])
      + DigitForms(key, order: context.order, digits, ending: { words[String($0), default: []] }).values
  }

  /// Whether two words are one name: `كانون الأول`.
  func isPair(_ first: String, _ second: String) -> Bool { !pairs.isEmpty && pairs.contains("\(first) \(second)") }
}

/// The phrases of a grammar.
extension CaptureGrammar {
  /// A phrase without choices of length.
  fileprivate struct Pattern: Sendable {
    let rule: CaptureRule
    let steps: [Step]
  }

  fileprivate enum Step: Sendable {
    case word(Set<String>)
    case one(Set<WordKind>)
    case list(WordKind)

    var keys: [Key] {
      switch self {
      case .word(let words): words.map(Key.word)
      case .one(let kinds): kinds.map(Key.kind)
      case .list(let kind): [.kind(kind)]
      }
    }
  }

  fileprivate enum Key: Hashable, Sendable {
    case word(String)
    case kind(WordKind)
  }

  /// Each way to read a pattern without `?` and braces.
  private static func expanded(
    _ text: String, _ fragments: [String: [String]], _ key: (Substring) -> String
  ) -> [[Step]] {
    var texts = [text]
    // A fragment may use those before it; two rounds are enough.
    for (name, ways) in fragments.sorted(by: { $0.key < $1.key }) + fragments.sorted(by: { $0.key < $1.key }) {
      texts = texts.flatMap { text in
        text.contains("{\(name)}") ? ways.map { text.replacing("{\(name)}", with: $0) } : [text]
      }
    }
    return texts.flatMap { text in
      text.split(separator: " ").reduce(into: [[]]) { ways, part in
        let isOptional = part.hasSuffix("?")
        let step = step(isOptional ? part.dropLast() : part, key)
        ways = (isOptional ? ways : []) + ways.map { $0 + [step] }
      }
    }
  }

  private static func step(_ text: Substring, _ key: (Substring) -> String) -> Step {
    if text.hasSuffix("+"), let kind = WordKind(rawValue: String(text.dropLast())) { return .list(kind) }
    let choices = text.split { "(|)".contains($0) }
    let kinds = choices.compactMap { WordKind(rawValue: String($0)) }
    return kinds.isEmpty ? .word(Set(choices.map { key($0[...]) })) : .one(Set(kinds))
  }
}

/// Words of a line that a phrase of the grammar describes.
struct CaptureMatch {
  let rule: CaptureRule
  let start: Int
  /// The kinds and values of the words that have one.
  let values: [(kind: WordKind, value: Int)]
}

extension CaptureGrammar {
  /// The phrases that end before an index.
  func matches(_ words: [LineWord], endingAt end: Int) -> [CaptureMatch] {
    guard end > 0 else { return [] }
    let last = words[end - 1]
    let keys = [Key.word(last.key)] + (last.values + last.joinedValues).map { Key.kind($0.kind) }
    return keys.flatMap { patterns[$0] ?? [] }.compactMap { match($0, words, end) }
  }

  private func match(_ pattern: Pattern, _ words: [LineWord], _ end: Int) -> CaptureMatch? {
    var (place, values): (Int, [(kind: WordKind, value: Int)]) = (end, [])
    for step in pattern.steps.reversed() {
      guard place > 0 else { return nil }
      let word = words[place - 1]
      switch step {
      case .word(let choices):
        guard choices.contains(word.key), !word.hasComma else { return nil }
      case .one(let kinds):
        guard let value = word.values.first(where: { kinds.contains($0.kind) }) else { return nil }
        if value.kind == .weekdayPart {
          let part = value.value % Self.weekdayPart
          values.append(part < 10 ? (.part, part) : (.noon, part))
          values.append((.weekday, value.value / Self.weekdayPart))
        } else {
          values.append(value)
        }
      case .list(let kind):
        guard let found = list(kind, words, place) else { return nil }
        values += found.values
        place = found.start + 1
      }
      place -= 1
    }
    return CaptureMatch(rule: pattern.rule, start: place, values: values.reversed())
  }

  /// The members of a list from the last one on.
  private func list(
    _ kind: WordKind, _ words: [LineWord], _ end: Int
  ) -> (values: [(kind: WordKind, value: Int)], start: Int)? {
    var (values, place): ([(kind: WordKind, value: Int)], Int) = ([], end)
    while place > 0, values.count < Self.longestList {
      let word = words[place - 1]
      guard let value = word.value(kind) ?? word.joinedValue(kind) else { return nil }
      values.append((kind, value))
      place -= 1
      let isJoined = word.value(kind) == nil
      let skipped = !isJoined && place > 0 && joiners.contains(words[place - 1].key) ? 1 : 0
      guard place > skipped, words[place - 1 - skipped].takesPlace(in: kind) else {
        return isJoined ? nil : (values, place)
      }
      place -= skipped
    }
    return (values, place)
  }

  private static let longestList = 7
}

extension LineWord {
  fileprivate func takesPlace(in list: WordKind) -> Bool { value(list) != nil || joinedValue(list) != nil }
}
