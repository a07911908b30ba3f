import Foundation

/// The form of a word in the index: both sides of a comparison are folded alike.
enum FoldedWord {
  /// A word without differences of case, accents, width, ligatures and digits. Only letters that a reader takes for the same letter become
  /// one: the accent of ё goes, and the breve of й stays, as do the marks of Indic vowels and of Japanese voiced sounds.
  static func of(_ word: String) -> String {
    var folded = String.UnicodeScalarView()
    var isComposed = true
    var base: Unicode.Scalar = "\u{0}"
    for scalar in word.decomposedStringWithCompatibilityMapping.unicodeScalars {
      switch CharacterClass(scalar) {
      case .mark:
        // The seats of a hamza: مسؤول and مسئول.
        if scalar == "\u{654}", hamzaSeats.contains(base), folded.popLast() != nil {
          folded.append("\u{621}")
          base = "\u{621}"
          continue
        }
        if isAccent(scalar, on: base) { continue }
        isComposed = false
        folded.append(scalar)
      case .letter, .unspaced:
        base = scalar
        // Hangul is decomposed, too.
        if (0x1100...0x11FF).contains(scalar.value) { isComposed = false }
        append(scalar, to: &folded)
      case .ignored, .separator: continue
      }
    }
    return isComposed ? String(folded) : String(folded).precomposedStringWithCanonicalMapping
  }

  private static let hamzaSeats: Set<Unicode.Scalar> = ["\u{648}", "\u{649}", "\u{64A}", "\u{6CC}"]

  /// The form of a word without the article and what is joined to it in Arabic, or with the German spelling of its umlauts; nil if
  /// there is none.
  static func other(_ word: String, _ folded: String) -> String? {
    if folded.unicodeScalars.first.map({ (0x620...0x64A).contains($0.value) }) == true { return withoutArticle(folded) }
    let letters = word.precomposedStringWithCanonicalMapping.lowercased()
    guard letters.unicodeScalars.contains(where: { umlauts[$0] != nil }) else { return nil }
    var spelled = String.UnicodeScalarView()
    for letter in letters.unicodeScalars { spelled.append(contentsOf: umlauts[letter] ?? [letter]) }
    return of(String(spelled))
  }

  private static let umlauts: [Unicode.Scalar: [Unicode.Scalar]] = [
    "ä": ["a", "e"], "ö": ["o", "e"], "ü": ["u", "e"],
  ]

  /// `بيت` of `البيت`, `والبيت`, `بالبيت` and `للبيت`.
  private static func withoutArticle(_ word: String) -> String? {
    let scalars = word.unicodeScalars
    let joined =
      scalars.first.map { "\u{648}\u{641}".unicodeScalars.contains($0) } == true ? scalars.dropFirst() : scalars[...]
    for prefix in articles where joined.starts(with: prefix.unicodeScalars) {
      let rest = joined.dropFirst(prefix.unicodeScalars.count)
      return rest.count > 1 ? String(rest) : nil
    }
    return nil
  }

  private static let articles = ["ال", "بال", "كال", "لل"]

  private static func append(_ scalar: Unicode.Scalar, to folded: inout String.UnicodeScalarView) {
    // Capital letters first: ß has only SS, and ς the Σ of σ.
    for capital in scalar.properties.uppercaseMapping.unicodeScalars {
      for small in capital.properties.lowercaseMapping.unicodeScalars {
        switch small {
        // The small letter of ẞ.
        case "ß": folded.append(contentsOf: "ss".unicodeScalars)
        case "æ": folded.append(contentsOf: "ae".unicodeScalars)
        case "œ": folded.append(contentsOf: "oe".unicodeScalars)
        case "ø": folded.append("o")
        case "đ": folded.append("d")
        case "ł": folded.append("l")
        case "ħ": folded.append("h")
        case "ة": folded.append("ه")
        case "ى", "ی": folded.append("ي")
        case "ک": folded.append("ك")
        case "ٱ": folded.append("ا")
        // The tatweel only stretches a word.
        case "\u{640}": break
        default: folded.append(digit(small) ?? small)
        }
      }
    }
  }

  /// The ASCII digit of a digit of another script.
  private static func digit(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else { return nil }
    return Unicode.Scalar(UInt8(ascii: "0") + UInt8(value))
  }

  /// Whether a mark is an accent, or the point of a vowel that Hebrew and Arabic usually leave out. By the combining classes of
  /// Unicode (https://www.unicode.org/reports/tr44/, table 15), these points are 10 to 36, and accents begin with 200.
  private static func isAccent(_ mark: Unicode.Scalar, on base: Unicode.Scalar) -> Bool {
    switch mark.properties.canonicalCombiningClass.rawValue {
    case 10...36: true
    case 200...: isYe(base) || !(cyrillic.contains(base.value) && (mark == "\u{306}" || mark == "\u{308}"))
    default: (0xFE00...0xFE0F).contains(mark.value) || mark.properties.generalCategory == .enclosingMark
    }
  }

  private static let cyrillic: ClosedRange<UInt32> = 0x0400...0x052F

  private static func isYe(_ base: Unicode.Scalar) -> Bool { base == "\u{435}" || base == "\u{415}" }
}
