import Foundation
import GRDB

/// The words of a text as the search index has them: in lower case, without accents, in one form of each letter.
///
/// Words of scripts that put no spaces between words, such as Chinese, Japanese and Thai, can't be told apart without a dictionary.
/// Each character of these scripts is a word of its own, and a search for several of them is a search for a phrase.
enum TextTokens {
  struct Token {
    let word: [UInt8]
    /// Another form of the word, which is found as well; nil if it has one form.
    let other: [UInt8]?
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
      return folded.word.isEmpty
        || take(
          Token(
            word: folded.word, other: folded.other, place: word.start..<word.end, isUnspaced: word.isUnspaced))
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

  var folded: (word: [UInt8], other: [UInt8]?) {
    if isASCII { return (bytes, nil) }
    let text = String(decoding: bytes, as: UTF8.self)
    let folded = FoldedWord.of(text)
    return (Array(folded.utf8), FoldedWord.other(text, folded).map { Array($0.utf8) })
  }
}

/// What a character is to a word.
enum CharacterClass {
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
    func give(_ word: [UInt8], _ token: TextTokens.Token, flags: CInt) -> Bool {
      code = word.withUnsafeBytes { word in
        tokenCallback(
          context, flags, word.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(word.count),
          CInt(token.place.lowerBound), CInt(token.place.upperBound))
      }
      return code == ResultCode.SQLITE_OK.rawValue
    }
    TextTokens.each(in: UnsafeRawBufferPointer(start: pText, count: Int(nText))) { token in
      guard give(token.word, token, flags: 0) else { return false }
      // A synonym at the place of the word (`FTS5_TOKEN_COLOCATED`).
      return token.other.map { give($0, token, flags: 1) } ?? true
    }
    return code
  }
}
