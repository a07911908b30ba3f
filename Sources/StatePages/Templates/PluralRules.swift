import Mustache

/// A plural category of the Unicode CLDR (<https://www.unicode.org/reports/tr35/tr35-numbers.html#Language_Plural_Rules>).
enum PluralCategory: String, CaseIterable, Comparable, Sendable {
  case zero, one, two, few, many, other

  /// The flag of ``PluralCount`` for the category.
  var flag: String { "is" + rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// Its place in the order of the declaration.
  var index: Int {
    switch self {
    case .zero: 0
    case .one: 1
    case .two: 2
    case .few: 3
    case .many: 4
    case .other: 5
    }
  }

  static func < (one: Self, other: Self) -> Bool { one.index < other.index }
}

/// The plural categories of a language and their rules for whole numbers, by the Unicode CLDR, version 48
/// (<https://github.com/unicode-org/cldr/blob/release-48/common/supplemental/plurals.xml>).
struct PluralRules: Sendable {
  /// The categories of the language, in order. A message with a number has a text for each.
  let categories: [PluralCategory]
  private let rule: @Sendable (Int) -> PluralCategory

  /// The rules of a language; nil if they are not in the table.
  /// - Parameter language: a BCP 47 tag, of which the language and its region count.
  init?(of language: String) {
    let tag = language == PseudoLanguage.name ? PseudoLanguage.base : language
    guard let rules = Self.table[tag] ?? Self.table[String(tag.prefix { $0 != "-" })] else { return nil }
    self = rules
  }

  private init(_ categories: [PluralCategory], _ rule: @escaping @Sendable (Int) -> PluralCategory) {
    self.categories = categories
    self.rule = rule
  }

  func category(of number: Int) -> PluralCategory { rule(abs(number)) }

  /// Whether a category is of more than one number, zero aside, so that its words don't tell the number.
  func isOfSeveral(_ category: PluralCategory) -> Bool {
    (Array(1...200) + [1_000_000, 2_000_000]).count { rule($0) == category } > 1
  }

  static let english = PluralRules([.one, .other]) { $0 == 1 ? .one : .other }

  private static let table: [String: PluralRules] = {
    var table: [String: PluralRules] = [:]
    for (languages, rules) in families {
      for language in languages.split(separator: " ") { table[String(language)] = rules }
    }
    return table
  }()

  /// The languages of each set of rules, separated by spaces.
  private static let families: [(languages: String, rules: PluralRules)] = [
    ("id ja ko ms th vi zh", PluralRules([.other]) { _ in .other }),
    ("af bg da de el en eo et eu fi fy gl hu ka kk mn nb ne nl nn no sq sv sw ta te tr ur uz", english),
    ("am bn fa gu hi kn zu hy", PluralRules([.one, .other]) { $0 <= 1 ? .one : .other }),
    ("is mk", PluralRules([.one, .other]) { $0 % 10 == 1 && $0 % 100 != 11 ? .one : .other }),
    ("ca es it pt-PT", PluralRules([.one, .many, .other]) { $0 == 1 ? .one : isMillions($0) ? .many : .other }),
    ("fr pt", PluralRules([.one, .many, .other]) { $0 <= 1 ? .one : isMillions($0) ? .many : .other }),
    ("he", PluralRules([.one, .two, .other]) { $0 == 1 ? .one : $0 == 2 ? .two : .other }),
    (
      "lv",
      PluralRules([.zero, .one, .other]) { number in
        if number % 10 == 0 || (11...19).contains(number % 100) { return .zero }
        return number % 10 == 1 ? .one : .other
      }
    ),
    (
      "ro",
      PluralRules([.one, .few, .other]) { number in
        number == 1 ? .one : number == 0 || (1...19).contains(number % 100) ? .few : .other
      }
    ),
    ("bs hr sr", PluralRules([.one, .few, .other]) { slavic($0, rest: .other) }),
    ("be ru uk", PluralRules([.one, .few, .many, .other]) { slavic($0, rest: .many) }),
    (
      "pl",
      PluralRules([.one, .few, .many, .other]) { number in
        if number == 1 { return .one }
        return slavic(number, rest: .many) == .few ? .few : .many
      }
    ),
    // Many is for fractions.
    ("cs sk", PluralRules([.one, .few, .many, .other]) { $0 == 1 ? .one : (2...4).contains($0) ? .few : .other }),
    (
      "lt",
      PluralRules([.one, .few, .many, .other]) { number in
        if number % 10 == 0 || (11...19).contains(number % 100) { return .other }
        return number % 10 == 1 ? .one : .few
      }
    ),
    (
      "sl",
      PluralRules([.one, .two, .few, .other]) { number in
        switch number % 100 {
        case 1: .one
        case 2: .two
        case 3, 4: .few
        default: .other
        }
      }
    ),
    (
      "ga",
      PluralRules([.one, .two, .few, .many, .other]) { number in
        switch number {
        case 1: .one
        case 2: .two
        case 3...6: .few
        case 7...10: .many
        default: .other
        }
      }
    ),
    (
      "cy",
      PluralRules([.zero, .one, .two, .few, .many, .other]) { number in
        switch number {
        case 0: .zero
        case 1: .one
        case 2: .two
        case 3: .few
        case 6: .many
        default: .other
        }
      }
    ),
    (
      "ar",
      PluralRules([.zero, .one, .two, .few, .many, .other]) { number in
        switch number % 100 {
        case 0...2 where number <= 2: number == 0 ? .zero : number == 1 ? .one : .two
        case 3...10: .few
        case 11...99: .many
        default: .other
        }
      }
    ),
  ]

  private static func isMillions(_ number: Int) -> Bool { number != 0 && number % 1_000_000 == 0 }

  private static func slavic(_ number: Int, rest: PluralCategory) -> PluralCategory {
    if number % 10 == 1, number % 100 != 11 { return .one }
    return (2...4).contains(number % 10) && !(12...14).contains(number % 100) ? .few : rest
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
