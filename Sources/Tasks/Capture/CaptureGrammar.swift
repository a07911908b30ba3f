/// The grammar of dates, times and repeats in a language: tables of words and of phrases.
///
/// A phrase is a pattern of words, such as `WEEKDAY next week` or `(on|at) the? PLACE+ of {month}`: in capitals a ``WordKind``, in
/// parentheses a choice, `?` for what may be missing, `+` for a list, in braces one of the ``fragments``.
struct CaptureGrammar: Sendable {
  /// A unit of time by its name.
  struct Unit: Sendable {
    enum Kind { case minute, hour, day, week, month, year }
    let kind: Kind
    var count = 1
    var isPlural = false
  }

  /// What a word before a date says about it.
  enum Preposition: Sendable { case on, by, due, at, start, until }

  let units: [Unit]
  let prepositions: [String: Preposition]
  /// The words between the last two members of a list.
  let joiners: Set<String>
  /// The words by which a phrase belongs to the title.
  let title: TitleWords
  private let words: [String: [(kind: WordKind, value: Int)]]
  private let ordinalEnding: @Sendable (Int) -> String
  private let patterns: [Key: [Pattern]]

  /// - Parameters:
  ///   - units: the units by their names.
  ///   - words: the words of each kind with their values; several words of one value are divided by spaces.
  ///   - ordinalEnding: what follows the digits of a number that tells a place.
  ///   - fragments: parts of phrases.
  ///   - phrases: the phrases of each rule.
  init(
    units: KeyValuePairs<String, Unit>, words: KeyValuePairs<WordKind, KeyValuePairs<String, Int>>,
    ordinalEnding: @escaping @Sendable (Int) -> String, prepositions: [String: Preposition], joiners: Set<String>,
    title: TitleWords, fragments: [String: [String]], phrases: KeyValuePairs<CaptureRule, [String]>
  ) {
    var table: [String: [(kind: WordKind, value: Int)]] = [:]
    func add(_ names: String, _ kind: WordKind, _ value: Int) {
      for name in names.split(separator: " ") { table[String(name), default: []].append((kind, value)) }
    }
    for (kind, names) in words {
      for (name, value) in names { add(name, kind, value) }
    }
    for (index, unit) in units.enumerated() { add(unit.key, .unit, index) }
    var patterns: [Key: [Pattern]] = [:]
    for (rule, texts) in phrases {
      for steps in texts.flatMap({ Self.expanded($0, fragments) }) {
        guard let last = steps.last else { continue }
        for key in last.keys { patterns[key, default: []].append(Pattern(rule: rule, steps: steps)) }
      }
    }
    (self.units, self.prepositions, self.joiners, self.title) = (units.map(\.value), prepositions, joiners, title)
    (self.words, self.ordinalEnding, self.patterns) = (table, ordinalEnding, patterns)
  }

  /// What a word can be: a word of the tables, or a form in digits.
  func values(of word: String, _ context: QuickAddContext) -> [(kind: WordKind, value: Int)] {
    (words[word] ?? []) + DigitForms(word, order: context.order, meridiems: meridiem, ordinalEnding).values
  }

  private func meridiem(_ word: Substring) -> Int? {
    words[String(word)]?.first { $0.kind == .meridiem }?.value
  }
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
  private static func expanded(_ text: String, _ fragments: [String: [String]]) -> [[Step]] {
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
        let step = step(isOptional ? part.dropLast() : part)
        ways = (isOptional ? ways : []) + ways.map { $0 + [step] }
      }
    }
  }

  private static func step(_ text: Substring) -> Step {
    if text.hasSuffix("+"), let kind = WordKind(rawValue: String(text.dropLast())) { return .list(kind) }
    let choices = text.split { "(|)".contains($0) }.map(String.init)
    let kinds = choices.compactMap(WordKind.init(rawValue:))
    return kinds.isEmpty ? .word(Set(choices)) : .one(Set(kinds))
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
    let keys = [Key.word(last.key)] + last.values.map { Key.kind($0.kind) }
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
        values.append(value)
      case .list(let kind):
        guard let first = word.value(kind) else { return nil }
        values.append((kind, first))
        while values.count < Self.longestList {
          let skipped = place > 1 && joiners.contains(words[place - 2].key) ? 1 : 0
          guard place - 2 - skipped >= 0, let value = words[place - 2 - skipped].value(kind) else { break }
          values.append((kind, value))
          place -= 1 + skipped
        }
      }
      place -= 1
    }
    return CaptureMatch(rule: pattern.rule, start: place, values: values.reversed())
  }

  private static let longestList = 7
}
