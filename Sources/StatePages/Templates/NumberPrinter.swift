package import Foundation
import Synchronization

/// Prints numbers as a language writes them, and chooses their plural categories.
@usableFromInline package final class NumberPrinter: Sendable {
  /// English numbers, for logs.
  package static let english = NumberPrinter("en")

  private static let known = Mutex<[String: NumberPrinter]>([:])

  /// The printer of a language, a BCP 47 tag. An app has few, each of which is made once.
  package static func of(_ language: String) -> NumberPrinter {
    known.withLock { known in
      if let printer = known[language] { return printer }
      let printer = NumberPrinter(language)
      known[language] = printer
      return printer
    }
  }

  private let plurals: PluralRules
  private let style: IntegerFormatStyle<Int>
  private let fractions: FloatingPointFormatStyle<Double>

  /// The printer of a language, a BCP 47 tag; English numbers for one that is not known.
  convenience init(_ language: String) {
    self.init(plurals: PluralRules(of: language) ?? .english, locale: .of(language))
  }

  private init(plurals: PluralRules, locale: Locale) {
    self.plurals = plurals
    style = .number.locale(locale)
    fractions = .number.precision(.fractionLength(1)).locale(locale)
  }

  /// A number with what the language has between thousands.
  package func text(_ number: Int) -> String {
    // Nearly all numbers of a page.
    0..<1_000 ~= number ? String(number) : number.formatted(style)
  }

  /// A number of tenths, with one decimal.
  package func text(tenths: Int) -> String { (Double(tenths) / 10).formatted(fractions) }

  func category(of number: Int) -> PluralCategory { plurals.category(of: number) }

  /// - Parameter most: the largest number that is known exactly.
  func count(_ number: Int, upTo most: Int) -> PluralCount {
    PluralCount(text: number > most ? "\(text(most))+" : text(number), category: category(of: number))
  }
}

extension Locale {
  /// The locale of a language, a BCP 47 tag. Its digits are those that readers type, and its calendar is the Gregorian one, which all
  /// languages share.
  package static func of(_ language: String) -> Locale {
    let tag = language == PseudoLanguage.name ? PseudoLanguage.base : language
    return Locale(identifier: "\(tag)@calendar=gregorian;numbers=latn")
  }
}
