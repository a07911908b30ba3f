import GRDB
import Tasks

/// The words of a search. Each matches the words that begin with it.
struct SearchWords {
  /// The words without duplicates, and without words that are prefixes of another word.
  let words: [[UInt8]]
  private let tokenizer: any FTS5Tokenizer

  /// The words of the search text.
  init(_ typed: String, _ db: Database) throws {
    tokenizer = try db.searchTokenizer()
    var words: [[UInt8]] = []
    try tokenizer.tokens(of: Array(typed.utf8)) { token in
      // The terms that name a task's owner begin with this character.
      if token.word.starts(with: "\u{E000}".utf8) { return true }
      if !words.contains(where: { $0.starts(with: token.word) }) {
        words.removeAll { token.word.starts(with: $0) }
        words.append(token.word)
      }
      return true
    }
    self.words = words
  }

  /// The FTS5 query. A word has letters and digits only, so quotes make it literal.
  func pattern(for account: AccountID, _ status: TaskStatus) -> String {
    let states =
      switch status {
      case .open: ["o"]
      case .all: ["o", "d"]
      case .done: ["d"]
      }
    let scopes = states.map { "\"\u{E000}\($0)\(account)\"" }
    let words = words.map { "\"\(String(decoding: $0.indexedBeginning, as: UTF8.self))\"*" }
    return (["(\(scopes.joined(separator: " OR ")))"] + words).joined(separator: " AND ")
  }

  /// Whether the query has shortened words, so that its results may not match the whole words.
  var areCut: Bool { words.contains { $0.indexedBeginning.count < $0.count } }

  /// The text with matches marked, and the indices of the words that it contains.
  func mark(_ text: String) throws -> (text: MarkedText, has: Set<Int>) {
    let bytes = Array(text.utf8)
    var marks: [Range<Int>] = []
    var found: Set<Int> = []
    try tokenizer.tokens(of: bytes) { token in
      let matches = words.indices.filter { token.word.starts(with: words[$0]) }
      if !matches.isEmpty { marks.append(token.place) }
      found.formUnion(matches)
      return true
    }
    return (MarkedText(bytes, marks, within: bytes.indices), found)
  }

  /// Whether the title and the notes together contain all words.
  func areIn(_ title: String, _ notes: String?) throws -> Bool {
    // Most results for a shortened word end here, without the tokenizer.
    guard words.allSatisfy({ title.mayHave($0) || notes?.mayHave($0) == true }) else { return false }
    let found = try mark(title).has.union(try notes.map { try mark($0).has } ?? [])
    return found.count == words.count
  }

  /// An excerpt of the notes around the first of the `wanted` words, in one line; nil if none is in the notes.
  func excerpt(of notes: String, for wanted: Set<Int>) throws -> FoundTask.Excerpt? {
    let bytes = Array(notes.utf8)
    var starts: [Int] = []
    var marks: [Range<Int>] = []
    var piece: Range<Int>?
    try tokenizer.tokens(of: bytes) { token in
      if let piece, token.place.lowerBound >= piece.upperBound { return false }
      starts.append(token.place.lowerBound)
      let matches = words.indices.filter { token.word.starts(with: words[$0]) }
      guard !matches.isEmpty else { return true }
      if piece == nil, !wanted.isDisjoint(with: matches) {
        let start = token.place.lowerBound
        let from = starts.first { $0 >= start - Self.before } ?? start
        piece = (from <= Self.before ? 0 : from)..<min(bytes.count, max(token.place.upperBound, start + Self.after))
      }
      marks.append(token.place)
      return true
    }
    guard let piece else { return nil }
    let end = Self.end(of: piece, in: bytes)
    let line = bytes.map { $0 < 0x20 ? 0x20 : $0 }
    return FoundTask.Excerpt(
      MarkedText(line, marks, within: piece.lowerBound..<end), isCutBefore: piece.lowerBound > 0,
      isCutAfter: end < bytes.count)
  }

  /// The number of bytes shown before a match, and from its start.
  private static let before = 60
  private static let after = 160

  /// The end of an excerpt, placed so that no character is cut, and no word if there is a space.
  private static func end(of piece: Range<Int>, in bytes: [UInt8]) -> Int {
    guard piece.upperBound < bytes.count else { return bytes.count }
    var end = piece.upperBound
    while end > piece.lowerBound, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    let blank = bytes[piece.lowerBound..<end].lastIndex { $0 <= 0x20 }
    return blank.map { $0 > piece.lowerBound + before * 2 ? $0 : end } ?? end
  }
}

extension [UInt8] {
  /// The longest prefix of a word that is a term of the index: one to four letters, or six. For any other length FTS5 would first
  /// collect all tasks of all accounts with a matching word.
  fileprivate var indexedBeginning: ArraySlice<UInt8> {
    let letters = indices.filter { self[$0] & 0xC0 != 0x80 }
    let count = [6, 4, 3, 2, 1].first { $0 <= letters.count } ?? letters.count
    return count < letters.count ? self[..<letters[count]] : self[...]
  }
}

extension String {
  /// Whether a word of the text may begin with the bytes. The index has words in ASCII as they are, in lower case; of other text it
  /// is not decided here.
  fileprivate func mayHave(_ word: [UInt8]) -> Bool {
    var text = self
    return text.withUTF8 { text in
      guard text.allSatisfy({ $0 < 0x80 }) else { return true }
      return text.indices.dropLast(word.count - 1).contains { start in
        word.indices.allSatisfy { text[start + $0].lowercasedASCII == word[$0] }
      }
    }
  }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

extension MarkedText {
  /// A part of a text, given in bytes, with the marks clamped to it.
  fileprivate init(_ bytes: [UInt8], _ marks: [Range<Int>], within part: Range<Int>) {
    var runs: [Run] = []
    var at = part.lowerBound
    func add(to end: Int, isMarked: Bool) {
      guard at < end else { return }
      runs.append(Run(String(decoding: bytes[at..<end], as: UTF8.self), isMarked: isMarked))
      at = end
    }
    for mark in marks.map({ $0.clamped(to: part) }) where !mark.isEmpty {
      add(to: mark.lowerBound, isMarked: false)
      add(to: mark.upperBound, isMarked: true)
    }
    add(to: part.upperBound, isMarked: false)
    self.init(runs)
  }
}
