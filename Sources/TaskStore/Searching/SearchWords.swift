import Tasks

/// The words of a search. Each matches the words that begin with it; words in quotation marks match as they are, next to each other. What
/// follows a hyphen, as in `-milk`, is in no match.
struct SearchWords {
  /// A word, a phrase in quotation marks, or several characters of a script without spaces that stand next to each other.
  struct Word {
    /// As the index has them. The last one matches every word that begins with it, but in a phrase.
    fileprivate(set) var terms: [Term]
    /// As typed: without quotation marks around it.
    fileprivate var place: Range<Int>
    fileprivate var isPhrase = false

    /// Whether every text with `other` has this one, too.
    fileprivate func isBeginning(of other: Word) -> Bool {
      guard terms.count <= other.terms.count, isPhrase == other.isPhrase else { return false }
      let pairs = zip(terms, other.terms)
      return isPhrase
        ? terms == other.terms
        : pairs.dropLast().allSatisfy { $0 == $1 } && pairs.suffix(1).allSatisfy { $0.isBeginning(of: $1) }
    }

    fileprivate func matches(_ tokens: ArraySlice<TextTokens.Token>) -> Bool {
      guard tokens.count == terms.count, let last = terms.last, let end = tokens.last else { return false }
      return (isPhrase ? last.isOne(of: end) : last.begins(end))
        && zip(terms.dropLast(), tokens).allSatisfy { $0.isOne(of: $1) }
    }
  }

  /// The forms of a word.
  struct Term: Equatable {
    fileprivate let forms: [[UInt8]]

    fileprivate init(_ token: TextTokens.Token) { forms = token.forms }

    fileprivate func isBeginning(of other: Term) -> Bool {
      other.forms.allSatisfy { form in forms.contains { form.starts(with: $0) } }
    }

    fileprivate func begins(_ token: TextTokens.Token) -> Bool {
      forms.contains { form in token.word.starts(with: form) || token.other?.starts(with: form) == true }
    }

    fileprivate func isOne(of token: TextTokens.Token) -> Bool {
      forms.contains { $0 == token.word || $0 == token.other }
    }
  }

  /// The words without duplicates, and without words that are the beginning of another word.
  private(set) var words: [Word] = []
  /// The words that no match has.
  private(set) var excluded: [Word] = []
  private let typed: [UInt8]
  /// The number of terms of the longest word.
  private let length: Int

  init(_ text: String) {
    typed = Array(text.utf8)
    for part in SearchPart.parts(of: typed) {
      let found = part.isQuoted ? Self.phrase(in: typed[part.place]) : Self.words(in: typed[part.place])
      if part.isExcluded {
        excluded += found
        continue
      }
      for word in found where !words.contains(where: word.isBeginning(of:)) {
        words.removeAll { $0.isBeginning(of: word) }
        words.append(word)
      }
    }
    length = (words + excluded).map(\.terms.count).max() ?? 0
  }

  /// The number of all words, those of phrases and excluded ones included.
  var count: Int { (words + excluded).reduce(0) { $0 + ($1.isPhrase ? $1.terms.count : 1) } }

  private static func words(in bytes: ArraySlice<UInt8>) -> [Word] {
    var found: [Word] = []
    var unspacedEnd: Int?
    TextTokens.each(in: bytes) { token, place in
      if token.isUnspaced, place.lowerBound == unspacedEnd, let last = found.indices.last {
        found[last].terms.append(Term(token))
        found[last].place = found[last].place.lowerBound..<place.upperBound
      } else {
        found.append(Word(terms: [Term(token)], place: place))
      }
      unspacedEnd = token.isUnspaced ? place.upperBound : nil
    }
    return found
  }

  private static func phrase(in bytes: ArraySlice<UInt8>) -> [Word] {
    var terms: [Term] = []
    TextTokens.each(in: bytes) { token, _ in terms.append(Term(token)) }
    return terms.isEmpty ? [] : [Word(terms: terms, place: bytes.indices, isPhrase: true)]
  }

  /// The FTS5 query. FTS5 folds the words itself. They contain no quotes, so quotes make them literal.
  /// - Parameter lists: the lists of the tasks; nil for all lists.
  func pattern(in lists: [Int64]?) -> String {
    func text(of word: Word) -> String {
      "\"\(String(decoding: typed[word.place], as: UTF8.self).replacing("\"", with: " "))\"\(word.isPhrase ? "" : "*")"
    }
    var found = words.map(text).joined(separator: " AND ")
    if !excluded.isEmpty { found = "(\(found)) NOT (\(excluded.map(text).joined(separator: " OR ")))" }
    let text = "{title notes comments tags} : (\(found))"
    guard let lists else { return text }
    return "\(text) AND list : (\(lists.map { "\"\($0)\"" }.joined(separator: " OR ")))"
  }

  /// Passes the matches in a text to `take`, with the places of the words before, until it returns false.
  private func matches(in text: String, _ take: (_ match: Range<Int>, _ words: [Int], _ start: Int) -> Bool) {
    var last: [TextTokens.Token] = []
    TextTokens.each(in: text) { token in
      if last.count == length { last.removeFirst() }
      last.append(token)
      var match = token.place
      let matching = words.indices.filter { index in
        let tail = last.suffix(words[index].terms.count)
        guard words[index].matches(tail) else { return false }
        match = min(match.lowerBound, tail.first?.place.lowerBound ?? match.lowerBound)..<match.upperBound
        return true
      }
      return take(match, matching, token.place.lowerBound)
    }
  }

  /// The text with matches marked, and the indices of the words that it contains.
  func mark(_ text: String) -> (text: MarkedText, has: Set<Int>) {
    var marks: [Range<Int>] = []
    var found: Set<Int> = []
    matches(in: text) { match, words, _ in
      if !words.isEmpty { marks.append(match) }
      found.formUnion(words)
      return true
    }
    let bytes = Array(text.utf8)
    return (MarkedText(bytes, marks, within: bytes.indices), found)
  }

  /// Whether the texts have all words together, and none of the excluded ones.
  func areIn(_ texts: String?...) -> Bool { areIn(texts) }

  func areIn(_ texts: [String?]) -> Bool {
    let texts = texts.compactMap(\.self)
    let has = texts.reduce(into: Set<Int>()) { $0.formUnion(mark($1).has) }
    return has.count == words.count && !texts.contains(where: isExcluded)
  }

  private func isExcluded(_ text: String) -> Bool {
    guard !excluded.isEmpty else { return false }
    var (last, isFound): ([TextTokens.Token], Bool) = ([], false)
    TextTokens.each(in: text) { token in
      if last.count == length { last.removeFirst() }
      last.append(token)
      isFound = excluded.contains { $0.matches(last.suffix($0.terms.count)) }
      return !isFound
    }
    return isFound
  }

  /// An excerpt of notes or comments around the first of the `wanted` words, in one line; nil if none is in them.
  func excerpt(of notes: String, for wanted: Set<Int>) -> FoundTask.Excerpt? {
    let bytes = Array(notes.utf8)
    var starts: [Int] = []
    var marks: [Range<Int>] = []
    var piece: Range<Int>?
    matches(in: notes) { match, words, start in
      if let piece, start >= piece.upperBound { return false }
      starts.append(start)
      guard !words.isEmpty else { return true }
      if piece == nil, !wanted.isDisjoint(with: words) {
        let start = match.lowerBound
        let from = starts.first { $0 >= start - Self.before } ?? start
        piece = (from <= Self.before ? 0 : from)..<min(bytes.count, max(match.upperBound, start + Self.after))
      }
      marks.append(match)
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

/// A part of a search as typed: a word, or the text between quotation marks, with or without a hyphen before it.
private struct SearchPart {
  /// The place of the text, without hyphen and quotation marks.
  let place: Range<Int>
  let isQuoted: Bool
  let isExcluded: Bool

  /// The parts of a text, in linear time.
  static func parts(of bytes: [UInt8]) -> [SearchPart] {
    var (parts, index): ([SearchPart], Int) = ([], 0)
    // Without a closing mark, an opening one is no mark.
    let lastQuote = bytes.indices.last { quote(in: bytes, at: $0) != nil } ?? -1
    while index < bytes.count {
      if bytes[index] <= 0x20 {
        index += 1
        continue
      }
      let isExcluded =
        bytes[index] == UInt8(ascii: "-") && index + 1 < bytes.count && bytes[index + 1] > 0x20
        && bytes[index + 1] != UInt8(ascii: "-")
      if isExcluded { index += 1 }
      if let length = quote(in: bytes, at: index), index < lastQuote {
        let start = index + length
        let end = (start..<bytes.count).first { quote(in: bytes, at: $0) != nil } ?? bytes.count
        parts.append(SearchPart(place: start..<end, isQuoted: true, isExcluded: isExcluded))
        index = end + (quote(in: bytes, at: end) ?? 0)
      } else {
        let end = bytes[index...].firstIndex { $0 <= 0x20 } ?? bytes.count
        parts.append(SearchPart(place: index..<end, isQuoted: false, isExcluded: isExcluded))
        index = end
      }
    }
    return parts
  }

  /// The length of a quotation mark at a place; nil if there is none.
  private static func quote(in bytes: [UInt8], at index: Int) -> Int? {
    guard index < bytes.count else { return nil }
    if bytes[index] == UInt8(ascii: "\"") { return 1 }
    return marks.first { bytes[index...].starts(with: $0) }?.count
  }

  private static let marks = ["“", "”", "„", "«", "»"].map { Array($0.utf8) }
}

extension TextTokens {
  /// Passes the words of a part of a UTF-8 text to `take`, with their places in the whole text.
  fileprivate static func each(in bytes: ArraySlice<UInt8>, _ take: (Token, Range<Int>) -> Void) {
    bytes.withUnsafeBytes { buffer in
      each(in: buffer) { token in
        take(token, token.place.lowerBound + bytes.startIndex..<token.place.upperBound + bytes.startIndex)
        return true
      }
    }
  }
}

extension TextTokens.Token {
  fileprivate var forms: [[UInt8]] { [word] + [other].compactMap(\.self) }
}

extension MarkedText {
  /// A part of a text, given in bytes, with the marks clamped to it. Marks that touch or overlap are one.
  fileprivate init(_ bytes: [UInt8], _ marks: [Range<Int>], within part: Range<Int>) {
    var runs: [Run] = []
    var at = part.lowerBound
    func add(to end: Int, isMarked: Bool) {
      guard at < end else { return }
      runs.append(Run(String(decoding: bytes[at..<end], as: UTF8.self), isMarked: isMarked))
      at = end
    }
    var joined: [Range<Int>] = []
    // In the order of their ends, so a phrase may begin before marks of its characters.
    for mark in marks {
      var mark = mark
      while let last = joined.last, last.upperBound >= mark.lowerBound {
        joined.removeLast()
        mark = min(last.lowerBound, mark.lowerBound)..<mark.upperBound
      }
      joined.append(mark)
    }
    for mark in joined.map({ $0.clamped(to: part) }) where !mark.isEmpty {
      add(to: mark.lowerBound, isMarked: false)
      add(to: mark.upperBound, isMarked: true)
    }
    add(to: part.upperBound, isMarked: false)
    self.init(runs)
  }
}
