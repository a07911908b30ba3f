import Foundation
import GRDB

/// The words of a text as the search index has them: in lower case, without accents, in one form of each letter.
///
/// Words of scripts that put no spaces between words, such as Chinese, Japanese and Thai, can't be told apart without a dictionary.
/// Each character of these scripts is a word of its own, and a search for several of them is a search for a phrase.
enum TextTokens {
  struct Token {
    let word: [UInt8]
    /// The byte range in the text.
    let place: Range<Int>
    /// Whether it is a character of a script without spaces.
    let isUnspaced: Bool
  }

  /// Passes the words of a UTF-8 text to `take`, until it returns false.
  static func each(in text: UnsafeRawBufferPointer, _ take: (Token) -> Bool) {
    var word = UnfinishedWord()
    var place = 0
    func end() -> Bool {
      guard !word.isEmpty else { return true }
      defer { word = UnfinishedWord() }
      let folded = word.folded
      return folded.isEmpty || take(Token(word: folded, place: word.start..<word.end, isUnspaced: word.isUnspaced))
    }
    while place < text.count {
      let start = place
      if text[start] < 0x80 {
        place += 1
        if let letter = text[start].asciiWordByte {
          if word.isUnspaced, !end() { return }
          word.append(letter, at: start)
        } else if !end() {
          return
        }
        continue
      }
      guard let scalar = text.scalar(at: &place) else {
        if !end() { return }
        continue
      }
      switch CharacterClass(scalar) {
      case .letter:
        if word.isUnspaced, !end() { return }
        word.append(scalar, at: start..<place)
      case .unspaced:
        if !end() { return }
        word.append(scalar, at: start..<place)
        word.isUnspaced = true
      case .mark: word.append(mark: scalar, at: start..<place)
      case .ignored: break
      case .separator: if !end() { return }
      }
    }
    _ = end()
  }

  /// Passes the words of a text to `take`, until it returns false.
  static func each(in text: String, _ take: (Token) -> Bool) {
    var text = text
    text.withUTF8 { each(in: UnsafeRawBufferPointer($0), take) }
  }
}

private struct UnfinishedWord {
  private var bytes: [UInt8] = []
  private var isASCII = true
  private(set) var start = 0
  private(set) var end = 0
  var isUnspaced = false
  private var marks = 0

  /// The marks of one letter that are read. Foundation sorts them in quadratic time.
  private static let marksOfLetter = 8

  var isEmpty: Bool { bytes.isEmpty }

  mutating func append(_ byte: UInt8, at place: Int) {
    if bytes.isEmpty { start = place }
    bytes.append(byte)
    end = place + 1
    marks = 0
  }

  mutating func append(_ scalar: Unicode.Scalar, at place: Range<Int>) {
    if bytes.isEmpty { start = place.lowerBound }
    bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.EncodedScalar())
    isASCII = false
    end = place.upperBound
    marks = 0
  }

  /// Adds a mark to the letter before it.
  mutating func append(mark: Unicode.Scalar, at place: Range<Int>) {
    let before = marks
    guard !isEmpty, before < Self.marksOfLetter else { return }
    append(mark, at: place)
    marks = before + 1
  }

  var folded: [UInt8] { isASCII ? bytes : Array(FoldedWord.of(String(decoding: bytes, as: UTF8.self)).utf8) }
}

/// The one form of a word: both sides of a comparison are folded alike.
enum FoldedWord {
  /// A word without differences of case, accents, width and ligatures. Only letters that a reader takes for the same letter become
  /// one: the accent of ё goes, and the breve of й stays, as do the marks of Indic vowels and of Japanese voiced sounds.
  static func of(_ word: String) -> String {
    var folded = String.UnicodeScalarView()
    var isComposed = true
    var base: Unicode.Scalar = "\u{0}"
    for scalar in word.decomposedStringWithCompatibilityMapping.unicodeScalars {
      switch CharacterClass(scalar) {
      case .mark:
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

  private static func append(_ scalar: Unicode.Scalar, to folded: inout String.UnicodeScalarView) {
    // Capital letters first: ß has only SS, and ς the Σ of σ.
    for capital in scalar.properties.uppercaseMapping.unicodeScalars {
      for small in capital.properties.lowercaseMapping.unicodeScalars {
        switch small {
        // Of ẞ.
        case "ß": folded.append(contentsOf: "ss".unicodeScalars)
        case "æ": folded.append(contentsOf: "ae".unicodeScalars)
        case "œ": folded.append(contentsOf: "oe".unicodeScalars)
        case "ø": folded.append("o")
        case "đ": folded.append("d")
        case "ł": folded.append("l")
        case "ħ": folded.append("h")
        default: folded.append(small)
        }
      }
    }
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

/// What a character is to a word.
private enum CharacterClass {
  case letter, mark, unspaced, ignored, separator

  init(_ scalar: Unicode.Scalar) {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: self = .mark
    // Half-width kana have letters for their marks.
    case .modifierLetter where scalar == "\u{FF9E}" || scalar == "\u{FF9F}": self = .mark
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber:
      self = Self.isUnspaced(scalar.value) ? .unspaced : .letter
    case .format: self = .ignored
    default: self = .separator
    }
  }

  /// Scripts without spaces between words, from Unicode's blocks: Thai and Lao, Myanmar, Khmer, Tai scripts, Chinese, Japanese, Yi.
  private static let unspacedRanges: [ClosedRange<UInt32>] = [
    0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x1950...0x19DF, 0x1A20...0x1AAF, 0x2E80...0x2FDF,
    0x3005...0x3007, 0x3021...0x30FF, 0x3100...0x312F, 0x31A0...0x31BF, 0x31F0...0x31FF, 0x3400...0x4DBF,
    0x4E00...0xA4CF, 0xA9E0...0xA9FF, 0xAA60...0xAADF, 0xF900...0xFAFF, 0xFF66...0xFF9D, 0x1AFF0...0x1B16F,
    0x20000...0x3FFFD,
  ]

  private static func isUnspaced(_ value: UInt32) -> Bool {
    value >= 0x0E00 && unspacedRanges.contains { $0.contains(value) }
  }
}

extension UInt8 {
  /// The letter or digit in lower case; nil for other ASCII characters.
  fileprivate var asciiWordByte: UInt8? {
    switch self {
    case 0x30...0x39, 0x61...0x7A: self
    case 0x41...0x5A: self | 0x20
    default: nil
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The character that begins at `place`, which is moved behind it. Nil for bytes that are none, of which one is skipped.
  fileprivate func scalar(at place: inout Int) -> Unicode.Scalar? {
    var decoder = UTF8()
    var bytes = self[place...].prefix(4).makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&bytes) else {
      place += 1
      return nil
    }
    place += UTF8.width(scalar)
    return scalar
  }
}

/// The tokenizer of the search index, for FTS5: ``TextTokens``.
///
/// SQLite's `unicode61` folds the accents of Latin letters only, and takes a Chinese sentence for one word. Every connection of this
/// app has this tokenizer. Another program that lacks it can read the database, and can't write texts of tasks past the index.
final class SearchTokenizer: FTS5CustomTokenizer {
  static let name = "fourfold"

  init(db: Database, arguments: [String]) {}

  func tokenize(
    context: UnsafeMutableRawPointer?, tokenization: FTS5Tokenization, pText: UnsafePointer<CChar>?, nText: CInt,
    tokenCallback: @escaping FTS5TokenCallback
  ) -> CInt {
    var code = ResultCode.SQLITE_OK.rawValue
    TextTokens.each(in: UnsafeRawBufferPointer(start: pText, count: Int(nText))) { token in
      code = token.word.withUnsafeBytes { word in
        tokenCallback(
          context, 0, word.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(word.count),
          CInt(token.place.lowerBound), CInt(token.place.upperBound))
      }
      return code == ResultCode.SQLITE_OK.rawValue
    }
    return code
  }
}
