/// A cursor over a line of Markdown. Tab stops are four columns wide (CommonMark, section 2.2).
struct MarkdownLine {
  private var rest: Bytes
  private var column = 0
  /// The remaining columns of a partially consumed tab.
  private var pending = 0

  init(_ line: Bytes) {
    rest = line
  }

  /// The width of the following white space, in columns.
  var indent: Int {
    var width = pending
    for byte in rest {
      switch byte {
      case .space: width += 1
      case .tab: width += 4 - (column + width) % 4
      default: return width
      }
    }
    return width
  }

  /// The rest of the line, trimmed.
  var content: Bytes { rest.trimmed }

  /// Whether only white space is left.
  var isBlank: Bool { rest.allSatisfy(\.isSpace) }

  /// Whether the line ends in a hard line break: two spaces or a backslash.
  var isHardBreak: Bool {
    let text = rest.prefix { $0 != .lineFeed && $0 != .carriageReturn }
    if text.last == UInt8(ascii: "\\") { return text.reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1 }
    return text.suffix(2).count == 2 && text.suffix(2).allSatisfy { $0 == .space }
  }

  /// The rest of the line as written, its indentation in spaces.
  var written: [UInt8] {
    Array(repeating: .space, count: min(indent, 64)) + content
  }

  /// Skips up to that many columns of white space.
  mutating func skip(_ columns: Int) {
    var columns = columns
    while columns > 0 {
      if pending > 0 {
        let taken = min(pending, columns)
        pending -= taken
        columns -= taken
        column += taken
        continue
      }
      guard let byte = rest.first, byte == .space || byte == .tab else { return }
      rest = rest.dropFirst()
      pending = byte == .tab ? 4 - column % 4 : 1
    }
  }

  /// Skips that many bytes, which must not be white space.
  mutating func drop(_ count: Int) {
    rest = rest.dropFirst(count)
    column += count
  }
}

extension MarkdownLine {
  /// The level and the text of a heading: `## Kitchen`.
  var heading: (level: Int, text: Bytes)? {
    let text = content
    let level = text.prefix { $0 == UInt8(ascii: "#") }.count
    let rest = text.dropFirst(level)
    guard (1...6).contains(level), rest.first?.isSpace ?? true else { return nil }
    let inner = rest.trimmed
    var end = inner
    while end.last == UInt8(ascii: "#") { end = end.dropLast() }
    // A closing sequence must be preceded by a space, else it is text.
    return (level, end.last?.isSpace ?? true ? end.trimmed : inner)
  }

  /// The level of the setext heading that the line underlines.
  var underline: Int? {
    let text = content
    guard let first = text.first, first == UInt8(ascii: "=") || first == UInt8(ascii: "-"),
      text.allSatisfy({ $0 == first })
    else { return nil }
    return first == UInt8(ascii: "=") ? 1 : 2
  }

  /// Whether it is a thematic break: three or more of `-`, `*` or `_`.
  var isRule: Bool {
    let text = content
    guard let first = text.first, "-*_".utf8.contains(first) else { return false }
    return text.allSatisfy { $0 == first || $0.isSpace } && text.count { $0 == first } >= 3
  }

  /// The fence that opens a code block.
  var fence: MarkdownFence? {
    let text = content
    guard let first = text.first, first == UInt8(ascii: "`") || first == UInt8(ascii: "~") else { return nil }
    let count = text.prefix { $0 == first }.count
    let isInline = first == UInt8(ascii: "`") && text.dropFirst(count).contains(first)
    return count >= 3 && !isInline ? MarkdownFence(mark: first, count: count) : nil
  }

  /// A list marker: its length, and the number of an ordered one.
  var marker: (length: Int, number: Int?)? {
    let text = content
    if let first = text.first, "-*+".utf8.contains(first) {
      return text.dropFirst().first?.isSpace ?? true ? (1, nil) : nil
    }
    let digits = text.prefix { $0.isDigit }
    let rest = text.dropFirst(digits.count)
    guard let number = digits.number, let end = rest.first, end == UInt8(ascii: ".") || end == UInt8(ascii: ")"),
      rest.dropFirst().first?.isSpace ?? true
    else { return nil }
    return (digits.count + 1, number)
  }

  /// A link reference definition: `[label]: https://choir.example`.
  var reference: (label: String, target: Bytes)? {
    let text = content
    guard text.first == UInt8(ascii: "["), let end = text.firstIndex(of: UInt8(ascii: "]")),
      end - text.startIndex < 1_000,
      text[end...].dropFirst().first == UInt8(ascii: ":")
    else { return nil }
    let label = MarkdownText.label(text[..<end].dropFirst())
    let target = MarkdownText.target(text[end...].dropFirst(2))
    return label.isEmpty || target.isEmpty ? nil : (label, target)
  }
}

/// An opening code fence.
struct MarkdownFence {
  let mark: UInt8
  let count: Int

  /// Whether the line is the closing fence.
  func isClosed(by line: MarkdownLine) -> Bool {
    let text = line.content
    return line.indent < 4 && text.count >= count && text.allSatisfy { $0 == mark }
  }
}

extension MarkdownLine {
  /// Whether it begins no other block.
  var startsText: Bool {
    indent < 4 && heading == nil && fence == nil && marker == nil && !isRule && content.first != UInt8(ascii: ">")
      && MarkdownHTML(content, inParagraph: false) == nil
  }

  /// Skips the mark of a quote.
  mutating func takeQuote() {
    skip(indent)
    drop(1)
    if indent > 0 { skip(1) }
  }
}
