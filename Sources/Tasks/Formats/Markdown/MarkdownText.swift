/// A line of Markdown as the plain text that a reader sees: without the marks of emphasis, links and code (after
/// CommonMark, and in one pass: what was taken for text and turns out to be a mark is left out at the end).
struct MarkdownText {
  private let source: Bytes
  private var index: Int
  private var text: [UInt8] = []
  private var isKept: [Bool] = []
  private var brackets: [Int] = []
  private var openers: [UInt8: [Run]] = [:]
  /// Lengths of runs of backticks that nothing closes any more.
  private var unclosedTicks: Set<Int> = []
  private var isTargetUnclosed = false

  /// Marks of emphasis that stand together.
  private struct Run {
    var place: Int
    var count: Int
  }

  static func plain(_ source: Bytes) -> Bytes {
    var text = MarkdownText(source)
    while text.index < source.endIndex { text.readNext() }
    return text.text.indices.filter { text.isKept[$0] }.map { text.text[$0] }[...]
  }

  private init(_ source: Bytes) {
    self.source = source
    index = source.startIndex
  }

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

  /// Where the run of as many backticks begins that closes a piece of code.
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

  /// Takes `[[page]]` or `[[page|its name here]]`.
  private mutating func readPageLink() -> Bool {
    guard let end = end(of: index + 2, at: UInt8(ascii: "]")), byte(at: end + 1) == UInt8(ascii: "]") else {
      return false
    }
    let inner = source[(index + 2)..<end]
    if let bar = inner.lastIndex(of: UInt8(ascii: "|")), bar + 1 < end { index = bar + 1 } else { index += 2 }
    keep(end - index)
    index += 2
    return true
  }

  private mutating func readClosingBracket() {
    guard let open = brackets.popLast(), let end = endOfTarget() else { return keep(1) }
    isKept[open] = false
    // What an image shows stands for it.
    if open > 0, text[open - 1] == UInt8(ascii: "!") { isKept[open - 1] = false }
    index = end
  }

  /// Where the target of a link ends whose text ends here: `(…)` or `[…]`.
  private mutating func endOfTarget() -> Int? {
    switch byte(at: index + 1) {
    case UInt8(ascii: "["): return end(of: index + 2, at: UInt8(ascii: "]")).map { $0 + 1 }
    case UInt8(ascii: "(") where !isTargetUnclosed:
      var depth = 0
      for place in (index + 1)..<source.endIndex {
        if source[place] == UInt8(ascii: "(") { depth += 1 }
        if source[place] == UInt8(ascii: ")") { depth -= 1 }
        if depth == 0 { return place + 1 }
      }
      isTargetUnclosed = true
      return nil
    default: return nil
    }
  }

  /// Where that mark comes next, unless an opening one comes before.
  private func end(of start: Int, at mark: UInt8) -> Int? {
    var place = start
    while place < source.endIndex, source[place] != mark {
      if source[place] == UInt8(ascii: "[") || source[place] == UInt8(ascii: "<") { return nil }
      place += 1
    }
    return place < source.endIndex ? place : nil
  }

  /// Takes `<https://choir.example>`.
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
    guard let entity = Self.entities.first(where: { rest.begins(with: $0.name) }) else { return keep(1) }
    text.append(entity.byte)
    isKept.append(true)
    index += entity.name.utf8CodeUnitCount
  }

  private mutating func readEmphasis(_ mark: UInt8) {
    let isPair = mark == UInt8(ascii: "~") || mark == UInt8(ascii: "=")
    var run = Run(place: text.count, count: run(at: index))
    let before = index > source.startIndex ? source[index - 1] : .space
    let after = byte(at: index + run.count) ?? .space
    keep(run.count)
    if isPair, run.count != 2 { return }
    let isUnderscore = mark == UInt8(ascii: "_")
    if !before.isSpace, !(isUnderscore && after.isWord) { close(&run, mark) }
    if run.count > 0, !after.isSpace, !(isUnderscore && before.isWord) { openers[mark, default: []].append(run) }
  }

  /// Takes as many marks off as there are open ones of the same kind.
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
