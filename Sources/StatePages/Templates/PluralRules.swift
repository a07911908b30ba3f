import Mustache

/// A plural category of the Unicode CLDR (<https://www.unicode.org/reports/tr35/tr35-numbers.html#Language_Plural_Rules>).
enum PluralCategory: String, CaseIterable, Comparable, Sendable {
  case zero, one, two, few, many, other

  /// The flag of ``PluralCount`` for the category.
  var flag: String { "is" + rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// The place of the category in the order of the declaration.
  var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  static func < (one: Self, other: Self) -> Bool { one.index < other.index }
}

/// The plural categories of a language, and which of them whole numbers have: a line of `plurals.txt`.
struct PluralRules: Sendable {
  /// The categories of the language, in order. A message with a number has a text for each.
  let categories: [PluralCategory]
  private let rules: [(category: PluralCategory, conditions: [Condition])]

  /// A condition such as `n%100!=12..14`.
  private struct Condition {
    private let modulus: Int
    private let range: ClosedRange<Int>
    private let isInside: Bool

    init(_ text: Substring) {
      let numbers = text.split { "n%!=.".contains($0) }.compactMap { Int($0) }
      modulus = text.contains("%") ? numbers[0] : .max
      range = numbers[text.contains("%") ? 1 : 0]...numbers[numbers.count - 1]
      isInside = !text.contains("!")
    }

    func holds(for number: Int) -> Bool { range.contains(number % modulus) == isInside }
  }

  /// The rules of a language; nil if they are not in the table.
  /// - Parameter language: a BCP 47 tag, of which the language and its region count.
  init?(of language: String) {
    let tag = language == PseudoLanguage.name ? PseudoLanguage.base : language
    guard let rules = Self.table[tag] ?? Self.table[String(tag.prefix { $0 != "-" })] else { return nil }
    self = rules
  }

  private init(_ text: String) {
    rules = text.split(separator: ";").compactMap { rule in
      let words = rule.split(separator: " ")
      return words.first.flatMap { PluralCategory(rawValue: String($0)) }
        .map { ($0, words.dropFirst().map(Condition.init)) }
    }
    categories = Set(rules.map(\.category) + [.other]).sorted()
  }

  func category(of number: Int) -> PluralCategory {
    rules.first { $0.conditions.allSatisfy { $0.holds(for: abs(number)) } }?.category ?? .other
  }

  /// Whether a category is of more than one number, zero aside, so that its words don't tell the number.
  func isOfSeveral(_ category: PluralCategory) -> Bool {
    (Array(1...200) + [1_000_000, 2_000_000]).count { self.category(of: $0) == category } > 1
  }

  static let english = PluralRules("one n=1")

  private static let table: [String: PluralRules] = EmbeddedTexts.plurals_txt.split(separator: "\n").reduce(into: [:]) {
    table, line in
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !line.hasPrefix("#") else { return }
    for language in parts[0].split(separator: " ") { table[String(language)] = PluralRules(parts[1]) }
  }
}

/// A number in a message: its text, and a flag for its plural category. A section of a ``Field/number(_:)`` is over one.
struct PluralCount: TemplateView, Hashable {
  /// `count`, the number as printed, and a flag for each plural category.
  static let fields: [String: Field<PluralCount>] = [
    "count": Field(kind: .number, part: .text(\.text)) { count, _ in count.text },
    "isZero": .flag { $0.category == .zero },
    "isOne": .flag { $0.category == .one },
    "isTwo": .flag { $0.category == .two },
    "isFew": .flag { $0.category == .few },
    "isMany": .flag { $0.category == .many },
    "isOther": .flag { $0.category == .other },
  ]
  let text: String
  let category: PluralCategory

  /// What is wrong with a message that prints a count, though words depend on it.
  static func problem(of name: String) -> String {
    "{{\(name)}} is a count: give the message plural categories and {{count}}, in a section over \(name)"
  }
}

/// The engine's value of a number: prints it, and is a ``PluralCount`` as a section.
struct PrintedNumber: MustacheParent, MustacheCustomRenderable, Sendable {
  private let count: PluralCount

  init(_ count: PluralCount) { self.count = count }

  var renderText: String { count.text }
  var isNull: Bool { false }

  func child(named name: String) -> Any? {
    switch PluralCount.fields[name]?.part {
    case .text(let get): get(count)
    case .flag(let get): get(count)
    default: nil
    }
  }
}
