import Tasks

/// The words of a search. Each matches the words that begin with it.
struct SearchWords {
  /// A word, or several characters of a script without spaces that stand next to each other.
  struct Word {
    /// As the index has them. The last one matches every word that begins with it.
    fileprivate(set) var terms: [[UInt8]]
    /// As typed: letters, numbers and their marks only.
    fileprivate var place: Range<Int>

    /// Whether every text with `other` has this one, too.
    fileprivate func isBeginning(of other: Word) -> Bool {
      terms.count <= other.terms.count && other.matches(Array(terms.dropLast()), terms.last ?? [])
    }

    private func matches(_ first: [[UInt8]], _ last: [UInt8]) -> Bool {
      terms.starts(with: first) && terms[first.count].starts(with: last)
    }
  }

  /// The words without duplicates, and without words that are the beginning of another word.
  private(set) var words: [Word] = []
  private let typed: [UInt8]
  /// The number of terms of the longest word.
  private let length: Int

  init(_ typed: String) {
    self.typed = Array(typed.utf8)
    var found: [Word] = []
    var unspacedEnd: Int?
    TextTokens.each(in: typed) { token in
      if token.isUnspaced, token.place.lowerBound == unspacedEnd, let last = found.indices.last {
        found[last].terms.append(token.word)
        found[last].place = found[last].place.lowerBound..<token.place.upperBound
      } else {
        found.append(Word(terms: [token.word], place: token.place))
      }
      unspacedEnd = token.isUnspaced ? token.place.upperBound : nil
      return true
    }
    for word in found where !words.contains(where: word.isBeginning(of:)) {
      words.removeAll { $0.isBeginning(of: word) }
      words.append(word)
    }
    length = words.map(\.terms.count).max() ?? 0
  }

  /// The FTS5 query. FTS5 folds the words itself. They contain no quotes, so quotes make them literal.
  /// - Parameter lists: the lists of the tasks; nil for all lists.
  func pattern(in lists: [Int64]?) -> String {
    let words = words.map { "\"\(String(decoding: typed[$0.place], as: UTF8.self))\"*" }
    let text = "{title notes tags} : (\(words.joined(separator: " AND ")))"
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
        let terms = words[index].terms
        guard terms.count <= last.count, let end = terms.last, token.word.starts(with: end) else { return false }
        let tail = last.suffix(terms.count)
        guard zip(tail.dropLast(), terms).allSatisfy({ $0.word == $1 }) else { return false }
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

  func areIn(_ texts: String?...) -> Bool {
    texts.reduce(into: Set<Int>()) { has, text in
      if let text { has.formUnion(mark(text).has) }
    }.count == words.count
  }

  /// An excerpt of the notes around the first of the `wanted` words, in one line; nil if none is in the notes.
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
