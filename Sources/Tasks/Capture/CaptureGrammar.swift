/// The grammar of dates, times and repeats in a language, from a file of the folder `Grammars`: tables of words and of phrases.
///
/// A phrase is a pattern of words, such as `WEEKDAY next week` or `(on|at) the? PLACE+ of {month}`: in capitals a ``WordKind``, in
/// parentheses a choice, `?` for what may be missing, `+` for a list, in braces one of the fragments.
package struct CaptureGrammar: Sendable {
  /// A unit of time by its name.
  struct Unit: Hashable, Sendable {
    enum Kind: String { case minute, hour, day, week, month, year }
    let kind: Kind
    var count = 1
    /// Whether it follows numbers over one; nil if it follows any number, or none.
    var isPlural: Bool? = false

    var isWeek: Bool { kind == .week && count == 1 }
  }

  /// What a word before a date says about it.
  enum Preposition: String, Sendable {
    case on, by, due, at, start, until
    /// `bis`: the due date of a task, or the last day of a series.
    case byOrUntil
    /// `den` in `bis den`.
    case article
    /// `zum`: before a date its deadline, in `bis zum` an article.
    case byOrArticle
  }

  /// The units of the words of kinds ``WordKind/unit``, ``WordKind/spanUnit`` and ``WordKind/adverb``, by their values.
  private(set) var units: [Unit] = []
  /// The priorities by their marks, those of all languages included.
  let priorities: [String: Priority]
  let prepositions: [String: Preposition]
  /// The words before a moment at which to remind, the longest first.
  let reminders: [[String]]
  /// The words between the last two members of a list.
  let joiners: Set<String>
  /// Letters before a word that join it to a list: `وخميس`.
  let joiningPrefix: String
  /// The words by which a phrase belongs to the title.
  let title: TitleWords
  private(set) var patterns: [Key: [Pattern]] = [:]
  private var words: [String: [(kind: WordKind, value: Int)]] = [:]
  /// The names of two and three words.
  private var pairs: Set<String> = []
  /// The days of a month by what follows their digits: `1st`, `2.`
  private let ordinals: [String: Set<Int>]
  /// Letters and marks that other spellings have instead, or not at all.
  private let letters: [Unicode.Scalar: String]

  /// `!high`, `!!!`, and `p1` to `p4` are the same in every language.
  static let priorityMarks: [String: Priority] = [
    "!high": .high, "!medium": .medium, "!low": .low, "!!!": .high, "p1": .high, "p2": .medium, "p3": .low, "p4": .none,
  ]
  /// The factor of the weekday in the value of a ``WordKind/weekdayPart``.
  static let weekdayPart = 10_000
}

/// The file of a grammar.
extension CaptureGrammar {
  private enum Part: String {
    case words, ordinals, letters, priorities, prepositions, reminders, joiners, joiningPrefix, title, capitalsTell,
      fragments,
      phrases
  }

  /// Reads a file.
  /// - Throws: the first entry that is unknown, wrong, or there twice.
  init(_ file: GrammarEntry) throws(GrammarProblem) {
    let parts = Dictionary(uniqueKeysWithValues: try file.members(Part.init))
    func part(_ name: Part) -> GrammarEntry { parts[name] ?? file.missing }
    var letters: [Unicode.Scalar: String] = [:]
    for (others, letter) in try part(.letters).members(\.self) {
      for scalar in others.unicodeScalars { letters[scalar] = try letter.text() }
    }
    var ordinals: [String: Set<Int>] = [:]
    for (ending, days) in try part(.ordinals).members(\.self) { ordinals[ending] = try days.numbers() }
    func fold(_ name: String) -> String { Self.key(of: name, letters) }
    let marks = try part(.priorities).values(fold) { Priority(name: $0) }
    priorities = Self.priorityMarks.merging(marks) { $1 }
    prepositions = Dictionary(uniqueKeysWithValues: try part(.prepositions).values(fold, Preposition.init))
    reminders = try part(.reminders).texts().map { $0.split(separator: " ").map { fold(String($0)) } }
      .sorted { $0.count > $1.count }
    joiners = Set(try part(.joiners).names(fold))
    joiningPrefix = try part(.joiningPrefix).text()
    title = try TitleWords(part(.title), capitalsTell: part(.capitalsTell).isTrue, fold)
    (self.ordinals, self.letters) = (ordinals, letters)
    try addWords(part(.words), fold)
    try addPhrases(part(.phrases), part(.fragments), fold)
  }

  private mutating func addWords(_ entry: GrammarEntry, _ fold: (String) -> String) throws(GrammarProblem) {
    var weekdayParts: [(name: String, value: Int)] = []
    for (kind, names) in try entry.members(WordKind.init) {
      let values = try names.values(fold) { value(kind, $0) }
      if kind == .weekdayPart {
        weekdayParts = values
      } else {
        for (name, value) in values { words[name, default: []].append((kind, value)) }
      }
    }
    for (weekday, values) in words where !title.has(weekday, .shortWeekdays) {
      guard let day = values.first(where: { $0.kind == .weekday })?.value else { continue }
      for (part, value) in weekdayParts {
        words[weekday + part, default: []].append((.weekdayPart, day * Self.weekdayPart + value))
      }
    }
    // A name of three words is joined word by word.
    let names = words.keys.filter { $0.contains(" ") }
    pairs = Set(names + names.compactMap { name in name.lastIndex(of: " ").map { String(name[..<$0]) } })
  }

  private mutating func index(of unit: String) -> Int? {
    guard let unit = Unit(unit) else { return nil }
    if let index = units.firstIndex(of: unit) { return index }
    units.append(unit)
    return units.count - 1
  }

  /// The value of names; nil for one that the kind can't have.
  private mutating func value(_ kind: WordKind, _ text: String) -> Int? {
    switch kind {
    case .unit, .spanUnit, .adverb: return index(of: text)
    case .span: return index(of: text).map { 100 + $0 }
    case .dayset, .repeatedDays, .dayRange:
      let days = text.compactMap { $0.wholeNumberValue.flatMap(Weekday.init) }
      return days.count == text.count ? days.reduce(0) { $0 | 1 << $1.rawValue } : nil
    case .weekday, .weekdayName: return Int(text).flatMap { 1...7 ~= $0 ? $0 : nil }
    case .month: return Int(text).flatMap { 1...12 ~= $0 ? $0 : nil }
    case .part: return Int(text).flatMap { 0...3 ~= $0 ? $0 : nil }
    case .weekdayPart: return Int(text).flatMap { 0...3 ~= $0 || 10..<1_440 ~= $0 ? $0 : nil }
    case _: return Int(text).flatMap { -1_440...1_440 ~= $0 ? $0 : nil }
    }
  }

  private mutating func addPhrases(
    _ phrases: GrammarEntry, _ fragments: GrammarEntry, _ fold: (String) -> String
  ) throws(GrammarProblem) {
    var ways: [String: [String]] = [:]
    for (name, entry) in try fragments.members(\.self) { ways[name] = try entry.texts() }
    for (rule, entry) in try phrases.members(CaptureRule.init) {
      for text in try entry.texts().flatMap({ Self.expanded($0, ways) }) {
        for terms in try Self.terms(text, fold, entry) {
          for key in terms.last?.keys ?? [] { patterns[key, default: []].append(Pattern(rule: rule, terms: terms)) }
        }
      }
    }
  }

  /// Each way to read a pattern without braces. Those of an unknown fragment, or of one that has itself, stay.
  private static func expanded(_ text: String, _ fragments: [String: [String]], depth: Int = 0) -> [String] {
    guard let open = text.firstIndex(of: "{"), let end = text[open...].firstIndex(of: "}"), depth < 8,
      let ways = fragments[String(text[open..<end].dropFirst())]
    else { return [text] }
    return ways.flatMap { expanded(text[..<open] + $0 + text[end...].dropFirst(), fragments, depth: depth + 1) }
  }

  /// Each way to read a pattern without `?`.
  private static func terms(
    _ text: String, _ fold: (String) -> String, _ entry: GrammarEntry
  ) throws(GrammarProblem) -> [[Term]] {
    var ways: [[Term]] = [[]]
    for part in text.split(separator: " ") {
      let isOptional = part.hasSuffix("?")
      guard let term = Term(isOptional ? part.dropLast() : part, fold) else {
        throw entry.problem("“\(part)” is no kind of words, no fragment, and no choice")
      }
      ways = (isOptional ? ways : []) + ways.map { $0 + [term] }
    }
    return ways
  }
}

extension CaptureGrammar.Unit {
  /// `day`, `days` after numbers over one, `day?` after any number, `2 weeks` for fortnights.
  fileprivate init?(_ text: String) {
    let parts = text.split(separator: " ")
    guard let name = parts.last, parts.count <= 2, let count = parts.count == 1 ? 1 : Int(parts[0]) else { return nil }
    (isPlural, self.count) = (name.hasSuffix("?") ? nil : name.hasSuffix("s"), count)
    guard let kind = Kind(rawValue: String(isPlural == false ? name : name.dropLast())) else { return nil }
    self.kind = kind
  }
}

extension CaptureGrammar.Term {
  /// Nil for capitals that are no kind, for a choice of words and kinds, and for braces.
  fileprivate init?(_ text: Substring, _ fold: (String) -> String) {
    if text.hasSuffix("+"), let kind = WordKind(rawValue: String(text.dropLast())) {
      self = .list(kind)
      return
    }
    let choices = text.split { "(|)".contains($0) }.map(String.init)
    let kinds = choices.compactMap(WordKind.init)
    let isKind =
      choices.contains { $0.allSatisfy { $0.isASCII && $0.isUppercase } } || text.contains { "{}".contains($0) }
    guard kinds.count == choices.count || !isKind else { return nil }
    self = kinds.isEmpty ? .word(Set(choices.map(fold))) : .one(Set(kinds))
  }
}

/// The grammars of the languages.
extension CaptureGrammar {
  private static let files = ["ar": EmbeddedTexts.ar_json, "de": EmbeddedTexts.de_json, "en": EmbeddedTexts.en_json]
  /// All of them, read once.
  static let all = Result { () throws(GrammarProblem) in
    var grammars: [String: CaptureGrammar] = [:]
    for (language, file) in files { grammars[language] = try CaptureGrammar(GrammarEntry(file, language: language)) }
    return grammars
  }

  /// The languages of ``named(_:)``.
  package static let languages = files.keys.sorted()

  /// The grammar of a language, such as `de` or `de-AT`, if it is known, and that of English.
  static func named(_ language: String) -> [CaptureGrammar] {
    guard case .success(let grammars) = all else { return [] }
    let name = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
    return [name == "en" ? nil : grammars[name], grammars["en"]].compactMap(\.self)
  }
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
    if !isCapital, title.has(key, .capitalWeekdays) { return [] }
    return (words[key] ?? []) + dayRange(key)
      + DigitForms(key, order: context.order, ordinals: ordinals, ending: { words[String($0), default: []] }).values
  }

  /// The weekdays from one to another: `Mo-Fr`.
  private func dayRange(_ key: String) -> [(kind: WordKind, value: Int)] {
    guard let dash = key.firstIndex(where: { "-–".contains($0) }) else { return [] }
    func weekday(_ name: Substring) -> Int? {
      words[String(name)]?.first { $0.kind == .weekday || $0.kind == .weekdayName }?.value
    }
    guard let first = weekday(key[..<dash]), let last = weekday(key[dash...].dropFirst()) else { return [] }
    let days = (0..<7).map { (first - 1 + $0) % 7 + 1 }.prefix((last - first + 7) % 7 + 1)
    return [(.dayRange, days.reduce(0) { $0 | 1 << $1 })]
  }

  /// Two words that are one, in the spelling of the tables: `كانون الأول`, `3. 12.`; nil for others.
  func joined(_ first: String, _ second: String) -> String? {
    let pair = "\(first) \(second)"
    if pairs.contains(pair) { return pair }
    guard ordinals["."] != nil, first.last == ".", first.first?.isNumber == true else { return nil }
    return DigitForms.joinedDate(first, second)
  }
}
