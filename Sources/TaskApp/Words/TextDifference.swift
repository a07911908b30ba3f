/// Where two texts differ, in whole words: what they begin and end with in common, and what is between.
struct TextDifference: Hashable {
  struct Parts: Hashable {
    let before, changed, after: String
  }

  let first, second: Parts

  init(_ first: String, _ second: String) {
    let (one, other) = (Self.words(of: first), Self.words(of: second))
    let shorter = min(one.count, other.count)
    var before = 0
    while before < shorter, one[before].utf8.elementsEqual(other[before].utf8) { before += 1 }
    var after = 0
    while after < shorter - before,
      one[one.count - 1 - after].utf8.elementsEqual(other[other.count - 1 - after].utf8)
    { after += 1 }
    self.first = Parts(one, before, after)
    self.second = Parts(other, before, after)
  }

  /// The words of a text and the white space between them, which together are the text.
  private static func words(of text: String) -> [Substring] {
    var words: [Substring] = []
    var rest = text[...]
    while let first = rest.first {
      let end = rest.firstIndex { $0.isWhitespace != first.isWhitespace } ?? rest.endIndex
      words.append(rest[..<end])
      rest = rest[end...]
    }
    return words
  }
}

extension TextDifference.Parts {
  fileprivate init(_ words: [Substring], _ before: Int, _ after: Int) {
    self.init(
      before: words.prefix(before).joined(), changed: words[before..<(words.count - after)].joined(),
      after: words.suffix(after).joined())
  }
}
