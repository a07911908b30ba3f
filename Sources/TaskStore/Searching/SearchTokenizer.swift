import GRDB

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
