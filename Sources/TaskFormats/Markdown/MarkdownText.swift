import Tasks

/// Renders inline Markdown as plain text: without the delimiters of emphasis, links and code.
///
/// It works in one pass. Delimiters are first added as text, and marked for removal once they are matched. Whatever looks ahead stops
/// at what begins the next look, or was found to be there.
struct MarkdownText {
  /// The destinations of its links without duplicates, except those that are shown as the link's text.
  private(set) var links: [Bytes] = []

  private let source: Bytes
  private var index: Int
  private var text: [UInt8] = []
  private var isKept: [Bool] = []
  private var brackets: [Int] = []
  /// Where the text of the last link begins. Open brackets before it can't start a link any more, because they contain one.
  private var lastLink = -1
  private var openers: [UInt8: [Run]] = [:]
  /// The last run of backticks of each length.
  private var lastTicks: [Int: Int]?

  /// A delimiter run of emphasis.
  private struct Run {
    var place: Int
    var count: Int
  }

  init(_ source: Bytes) {
    self.source = source
    index = source.startIndex
    while index < source.endIndex { readNext() }
  }

  var plain: Bytes { text.indices.filter { isKept[$0] }.map { text[$0] }[...] }

  private static let mostLinks = 50

  private mutating func readNext() {
    let byte = source[index]
    switch byte {
    case UInt8(ascii: "\\"): readEscape()
    case UInt8(ascii: "`"): readCode()
    case UInt8(ascii: "["): readOpeningBracket()
    case UInt8(ascii: "]"): readClosingBracket()
    case UInt8(ascii: "<"): readAddress()
    case UInt8(ascii: "&"): readReference()
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "="): readEmphasis(byte)
    default: keep(1)
    }
  }

  private mutating func keep(_ count: Int) {
    text += source[index..<(index + count)]
    for _ in 0..<count { isKept.append(true) }
    index += count
  }

  private func byte(at place: Int) -> UInt8? { source.indices.contains(place) ? source[place] : nil }

  private mutating func readEscape() {
    let isEscape = byte(at: index + 1).map { $0 > .space && $0 < 0x7F && !$0.isWord } ?? false
    if isEscape { index += 1 }
    keep(1)
  }

  private mutating func readCode() {
    let ticks = run(at: index)
    let begin = index + ticks
    if lastTicks == nil { lastTicks = runs(from: index) }
    guard let last = lastTicks?[ticks], last >= begin else { return keep(ticks) }
    var end = begin
    while end < last {
      let count = source[end] == UInt8(ascii: "`") ? run(at: end) : 0
      if count == ticks { break }
      end += max(count, 1)
    }
    index = begin
    keep(end - begin)
    index += ticks
  }

  private func run(at start: Int) -> Int { source[start...].prefix { $0 == source[start] }.count }

  /// The last run of backticks of each length.
  private func runs(from start: Int) -> [Int: Int] {
    var runs: [Int: Int] = [:]
    var place = start
    while place < source.endIndex {
      let count = source[place] == UInt8(ascii: "`") ? run(at: place) : 0
      if count > 0 { runs[count] = place }
      place += max(count, 1)
    }
    return runs
  }

  private mutating func readOpeningBracket() {
    if byte(at: index + 1) == UInt8(ascii: "["), readPageLink() { return }
    brackets.append(text.count)
    keep(1)
  }

  /// Parses a wiki link: `[[page]]` or `[[page|text]]`.
  private mutating func readPageLink() -> Bool {
    guard let end = end(of: index + 2, at: UInt8(ascii: "]")), byte(at: end + 1) == UInt8(ascii: "]") else {
      return false
    }
    let inner = source[(index + 2)..<end]
    let bar = inner.lastIndex(of: UInt8(ascii: "|"))
    if inner.trimmed.isEmpty || bar == inner.startIndex && inner.count == 1 { return false }
    if let bar, bar + 1 < end {
      add(link: Array("[[".utf8)[...] + inner[..<bar] + Array("]]".utf8)[...])
      index = bar + 1
    } else {
      index += 2
    }
    keep(end - index)
    index += 2
    return true
  }

  /// Parses an inline link or image: `[text](destination "title")`.
  private mutating func readClosingBracket() {
    guard let open = brackets.popLast() else { return keep(1) }
    let isImage = open > 0 && text[open - 1] == UInt8(ascii: "!") && isKept[open - 1]
    guard isImage || open > lastLink, byte(at: index + 1) == UInt8(ascii: "("), let target = target(from: index + 2)
    else { return keep(1) }
    isKept[open] = false
    // An image is rendered as its description.
    if isImage { isKept[open - 1] = false } else { lastLink = open }
    let isShown =
      text.count - open - 1 == target.destination.count && text[(open + 1)...].elementsEqual(target.destination)
    if !isShown { add(link: target.destination) }
    index = target.end
  }

  private mutating func add(link: Bytes) {
    if !link.isEmpty, links.count < Self.mostLinks, !links.contains(link) { links.append(link) }
  }

  /// The destination of a link, as written, and the index after its closing parenthesis; nil if the syntax is invalid.
  private func target(from start: Int) -> (destination: Bytes, end: Int)? {
    var end = start
    var depth = 0
    while let byte = byte(at: end), byte != UInt8(ascii: ")") || depth > 0 {
      switch byte {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "\\") where self.byte(at: end + 1).map { !$0.isWord && !$0.isSpace } ?? false: end += 1
      case _: break
      }
      if depth > Self.mostParentheses { return nil }
      end += 1
    }
    guard end < source.endIndex else { return nil }
    let inner = source[start..<end].trimmed
    let isQuoted = inner.first == UInt8(ascii: "<")
    let mark = isQuoted ? inner.firstIndex(of: UInt8(ascii: ">")) : nil
    guard !isQuoted || mark != nil else { return nil }
    let destination = mark.map { inner[..<$0].dropFirst() } ?? inner.prefix { !$0.isSpace }
    let title = (mark.map { inner[($0 + 1)...] } ?? inner[destination.endIndex...]).trimmed
    let isTitle = title.isEmpty || title.count > 1 && Self.quotes.contains { $0 == title.first && $1 == title.last }
    return isTitle ? (destination, end + 1) : nil
  }

  /// The limit of nested parentheses in a destination, as in the reference implementation.
  private static let mostParentheses = 32
  /// The delimiters of titles.
  private static let quotes = ["\"\"", "''", "()"].map { (Array($0.utf8)[0], Array($0.utf8)[1]) }

  /// The index of the next closing delimiter, unless an opening one precedes it.
  private func end(of start: Int, at mark: UInt8) -> Int? {
    var place = start
    while place < source.endIndex, source[place] != mark {
      if source[place] == UInt8(ascii: "[") || source[place] == UInt8(ascii: "<") { return nil }
      place += 1
    }
    return place < source.endIndex ? place : nil
  }

  /// Parses an autolink: `<https://choir.example>`.
  private mutating func readAddress() {
    guard let end = end(of: index + 1, at: UInt8(ascii: ">")), !source[index..<end].contains(where: \.isSpace),
      source[index..<end].contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "@") })
    else { return keep(1) }
    index += 1
    keep(end - index)
    index += 1
  }

  /// A control character stays a reference.
  private mutating func readReference() {
    guard let reference = CharacterReference(source[index...]),
      reference.scalar.properties.generalCategory != .control
    else { return keep(1) }
    let character = Array(String(reference.scalar).utf8)
    text += character
    isKept += character.map { _ in true }
    index += reference.length
  }

  private mutating func readEmphasis(_ mark: UInt8) {
    let isHighlight = mark == UInt8(ascii: "=")
    let isPair = mark == UInt8(ascii: "~") || isHighlight
    var run = Run(place: text.count, count: run(at: index))
    let before = index > source.startIndex ? source[index - 1] : .space
    let after = byte(at: index + run.count) ?? .space
    keep(run.count)
    if isPair, run.count != 2 { return }
    // Inside a word these delimiters are text: `snake_case`, `a==b`.
    let isOutside = mark == UInt8(ascii: "_") || isHighlight
    if !before.isSpace, !(isOutside && after.isWord) { close(&run, mark) }
    if run.count > 0, !after.isSpace, !(isOutside && before.isWord) { openers[mark, default: []].append(run) }
  }

  /// Matches a closing run with the open runs of the same delimiter.
  private mutating func close(_ run: inout Run, _ mark: UInt8) {
    while run.count > 0, var opener = openers[mark]?.popLast() {
      let count = min(run.count, opener.count)
      opener.count -= count
      for offset in 0..<count {
        isKept[opener.place + opener.count + offset] = false
        isKept[run.place + offset] = false
      }
      run.place += count
      run.count -= count
      if opener.count > 0 { openers[mark]?.append(opener) }
    }
  }
}
