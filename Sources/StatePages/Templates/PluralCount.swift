/// A plural category of the Unicode CLDR (<https://www.unicode.org/reports/tr35/tr35-numbers.html#Language_Plural_Rules>).
public enum PluralCategory: String, CaseIterable, Comparable, Sendable {
  case zero, one, two, few, many, other

  /// The category of a whole number in English.
  public init(of count: Int) {
    self = count == 1 ? .one : .other
  }

  /// The flag of ``PluralCount`` for the category.
  var flag: String { "is" + rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// The categories that a language has for whole numbers.
  static func categories(of language: String) -> [PluralCategory] { [.one, .other] }

  /// The order of the declaration.
  public static func < (one: Self, other: Self) -> Bool {
    let all = allCases
    return (all.firstIndex(of: one) ?? 0) < (all.firstIndex(of: other) ?? 0)
  }
}

/// A number in a message: its text, and a flag for its plural category.
///
/// It is the field or fact `count` of the view whose template includes the message.
public struct PluralCount: TemplateView, Hashable {
  /// `count`, the number as printed, and a flag for each plural category.
  public static let fields: [String: Field<PluralCount>] = [
    "count": .text(\.text),
    "isZero": .flag { $0.category == .zero },
    "isOne": .flag { $0.category == .one },
    "isTwo": .flag { $0.category == .two },
    "isFew": .flag { $0.category == .few },
    "isMany": .flag { $0.category == .many },
    "isOther": .flag { $0.category == .other },
  ]
  private let text: String
  private let category: PluralCategory

  /// Creates a number with the text that stands for it.
  public init(_ count: Int, text: String) {
    self.text = text
    category = PluralCategory(of: count)
  }
}
