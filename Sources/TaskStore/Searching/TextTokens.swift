import GRDB

/// A word of a text as it is indexed (in lower case, without diacritics), and its place in the text.
struct TextToken {
  let word: [UInt8]
  /// The byte range in the text.
  let place: Range<Int>
}

extension Database {
  /// The tokenizer of the search index.
  func searchTokenizer() throws -> any FTS5Tokenizer {
    try makeTokenizer(.unicode61(diacritics: .remove))
  }
}

extension FTS5Tokenizer {
  /// Passes the words of a text to `take`, until it returns false.
  /// - Throws: The SQLite error if tokenizing fails.
  func tokens(of text: [UInt8], _ take: (TextToken) -> Bool) throws {
    try withoutActuallyEscaping(take) { take in
      var taker = TokenCollector(take: take)
      let code = text.withUnsafeBytes { bytes in
        withUnsafeMutablePointer(to: &taker) { pointer in
          tokenize(
            context: pointer, tokenization: .document, pText: bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
            nText: CInt(bytes.count), tokenCallback: TokenCollector.callback)
        }
      }
      guard code == TokenCollector.goOn || code == TokenCollector.enough else {
        throw DatabaseError(resultCode: ResultCode(rawValue: code))
      }
    }
  }
}

/// Receives the words from SQLite's callback.
private struct TokenCollector {
  let take: (TextToken) -> Bool

  /// `SQLITE_OK` and `SQLITE_DONE`.
  static let goOn: CInt = 0
  static let enough: CInt = 101

  static let callback: FTS5TokenCallback = { context, _, word, count, start, end in
    guard let taker = context?.assumingMemoryBound(to: TokenCollector.self), let word else { return enough }
    let bytes = [UInt8](UnsafeRawBufferPointer(start: word, count: Int(count)))
    return taker.pointee.take(TextToken(word: bytes, place: Int(start)..<Int(end))) ? goOn : enough
  }
}
