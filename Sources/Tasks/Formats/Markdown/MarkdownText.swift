/// Renders inline Markdown as plain text: without the delimiters of emphasis, links and code.
///
/// It works in one pass. Delimiters are first added as text, and marked for removal once they are matched.
struct MarkdownText {
  /// The destinations of its links without duplicates, except those that are shown as the link's text.
  private(set) var links: [Bytes] = []

  private let references: [String: Bytes]
  private let source: Bytes
  private var index: Int
  private var text: [UInt8] = []
  private var isKept: [Bool] = []
  private var brackets: [Int] = []
  /// The number of open brackets that can't start a link any more, because they contain one.
  private var spentBrackets = 0
  private var openers: [UInt8: [Run]] = [:]
  /// Lengths of backtick runs that don't occur any more.
  private var unclosedTicks: Set<Int> = []
  /// Delimiters of link titles that don't occur any more.
  private var unclosedTitles: Set<UInt8> = []

  /// A delimiter run of emphasis.
  private struct Run {
    var place: Int
    var count: Int
  }

  /// - Parameter references: the destinations of link reference definitions, by label.
  init(_ source: Bytes, references: [String: Bytes]) {
    self.source = source
    self.references = references
    index = source.startIndex
    while index < source.endIndex { readNext() }
  }

  /// The text.
  var plain: Bytes { text.indices.filter { isKept[$0] }.map { text[$0] }[...] }

  /// A normalized link label.
  static func label(_ label: Bytes) -> String {
    label.trimmed.text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The destination of a link reference definition, without the title.
  static func target(_ inner: Bytes) -> Bytes {
    let inner = inner.trimmed
    guard inner.first == UInt8(ascii: "<") else { return inner.prefix { !$0.isSpace } }
    return inner.dropFirst().prefix { $0 != UInt8(ascii: ">") }
  }

  private static let mostLinks = 50

  private mutating func readNext() {
    let byte = source[index]
    switch byte {
    case UInt8(ascii: "\\"): readEscape()
    case UInt8(ascii: "`"): readCode()
    case UInt8(ascii: "["): readOpeningBracket()
    case UInt8(ascii: "]"): readClosingBracket()
    case UInt8(ascii: "<"): readAddress()
    case UInt8(ascii: "&"): readEntity()
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "="): readEmphasis(byte)
    default: keep(1)
    }
  }

  private mutating func keep(_ count: Int) {
    text += source[index..<(index + count)]
    for _ in 0..<count { isKept.append(true) }
    index += count
  }

  private func byte(at place: Int) -> UInt8? {
    source.indices.contains(place) ? source[place] : nil
  }

  private mutating func readEscape() {
    let isEscape = byte(at: index + 1).map { $0 > .space && $0 < 0x7F && !$0.isWord } ?? false
    if isEscape { index += 1 }
    keep(1)
  }

  private mutating func readCode() {
    let ticks = run(at: index)
    guard let end = closing(ticks) else { return keep(ticks) }
    index += ticks
    keep(end - index)
    index += ticks
  }

  private func run(at start: Int) -> Int {
    source[start...].prefix { $0 == source[start] }.count
  }

  /// The index of the closing backtick run of the same length.
  private mutating func closing(_ ticks: Int) -> Int? {
    if unclosedTicks.contains(ticks) { return nil }
    var place = index + ticks
    while place < source.endIndex {
      let count = source[place] == UInt8(ascii: "`") ? run(at: place) : 0
      if count == ticks { return place }
      place += max(count, 1)
    }
    unclosedTicks.insert(ticks)
    return nil
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

  private mutating func readClosingBracket() {
    guard let open = brackets.popLast() else { return keep(1) }
    let isImage = open > 0 && text[open - 1] == UInt8(ascii: "!") && isKept[open - 1]
    let isSpent = brackets.count < spentBrackets
    spentBrackets = min(spentBrackets, brackets.count)
    guard isImage || !isSpent else { return keep(1) }
    let next = byte(at: index + 1)
    guard next == UInt8(ascii: "(") || next == UInt8(ascii: "[") || !references.isEmpty else { return keep(1) }
    let shown = Array(text[(open + 1)...])[...]
    guard let (end, target) = link(shown) else { return keep(1) }
    isKept[open] = false
    // An image is rendered as its description.
    if isImage { isKept[open - 1] = false } else { spentBrackets = brackets.count }
    if !target.elementsEqual(shown) { add(link: target) }
    index = end
  }

  private mutating func add(link: Bytes) {
    if !link.isEmpty, links.count < Self.mostLinks, !links.contains(link) { links.append(link) }
  }

  /// The end and the destination of the link whose text ends here: inline, full, collapsed or shortcut.
  private mutating func link(_ shown: Bytes) -> (end: Int, target: Bytes)? {
    switch byte(at: index + 1) {
    case UInt8(ascii: "["):
      guard let end = end(of: index + 2, at: UInt8(ascii: "]")) else { return nil }
      let label = source[(index + 2)..<end]
      return reference(label.isEmpty ? shown : label).map { (end + 1, $0) }
    case UInt8(ascii: "("):
      if let target = MarkdownTarget(in: source, from: index + 2, unclosed: &unclosedTitles) {
        return (target.end, target.destination)
      }
      return reference(shown).map { (index + 1, $0) }
    default:
      return reference(shown).map { (index + 1, $0) }
    }
  }

  private func reference(_ label: Bytes) -> Bytes? {
    references.isEmpty || label.count > 1_000 ? nil : references[Self.label(label)]
  }

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

  private static let entities: [(name: StaticString, byte: UInt8)] = [
    ("&amp;", UInt8(ascii: "&")), ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")),
    ("&quot;", UInt8(ascii: "\"")), ("&#39;", UInt8(ascii: "'")), ("&nbsp;", .space),
  ]

  private mutating func readEntity() {
    let rest = source[index...]
    if let entity = Self.entities.first(where: { rest.begins(with: $0.name) }) {
      text.append(entity.byte)
      isKept.append(true)
      index += entity.name.utf8CodeUnitCount
    } else if let (character, length) = Self.numbered(rest) {
      text += character
      isKept += character.map { _ in true }
      index += length
    } else {
      keep(1)
    }
  }

  /// The character of a numeric reference, such as `&#8217;` or `&#x2019;`, and the length of the reference; nil for control
  /// characters.
  private static func numbered(_ text: Bytes) -> (character: [UInt8], length: Int)? {
    let isHexadecimal = text.begins(with: "&#x")
    let digits = text.dropFirst(isHexadecimal ? 3 : 2).prefix(8).prefix { $0 != UInt8(ascii: ";") }
    guard text.begins(with: "&#"), text[digits.endIndex...].first == UInt8(ascii: ";"),
      let scalar = UInt32(digits.text, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init),
      digits.allSatisfy(\.isWord), scalar.properties.generalCategory != .control
    else { return nil }
    return (Array(String(scalar).utf8), digits.endIndex + 1 - text.startIndex)
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
