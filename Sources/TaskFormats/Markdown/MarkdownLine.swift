import Tasks

/// A line of Markdown, from a column on. Tab stops are four columns wide (CommonMark, section 2.2).
struct MarkdownLine {
  /// The column of its first character.
  let indent: Int
  /// The text of the line, trimmed.
  let content: Bytes
  /// Whether it ends in a hard line break: two spaces or a backslash.
  let isHardBreak: Bool

  init(_ line: Bytes) {
    let spaces = line.reversed().prefix { $0 == .space }.count
    let backslashes = line.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
    self.init(line.trimmed, after: line.prefix { $0.isSpace }, at: 0, isHardBreak: spaces > 1 || backslashes % 2 == 1)
  }

  private init(_ content: Bytes, after space: Bytes, at column: Int, isHardBreak: Bool) {
    var column = column
    for byte in space { column += byte == .tab ? 4 - column % 4 : 1 }
    (indent, self.content, self.isHardBreak) = (column, content, isHardBreak)
  }

  var isBlank: Bool { content.isEmpty }

  /// The rest of the line after a mark of that many bytes.
  func dropping(_ count: Int) -> MarkdownLine {
    let rest = content.dropFirst(count)
    let space = rest.prefix { $0.isSpace }
    return MarkdownLine(rest[space.endIndex...], after: space, at: indent + count, isHardBreak: isHardBreak)
  }

  /// The line inside of a quote, whose columns count from the mark on; nil without a mark.
  var quoted: MarkdownLine? {
    guard content.first == UInt8(ascii: ">") else { return nil }
    let rest = content.dropFirst().first == .space ? content.dropFirst(2) : content.dropFirst()
    let space = rest.prefix { $0.isSpace }
    return MarkdownLine(rest[space.endIndex...], after: space, at: 0, isHardBreak: isHardBreak)
  }
}

extension MarkdownLine {
  /// A list marker: its length, and the number of an ordered one.
  var marker: (length: Int, number: Int?)? {
    let digits = content.prefix(10).prefix { $0.isDigit }
    let rest = content.dropFirst(digits.count)
    guard let mark = rest.first, (digits.isEmpty ? "-*+" : ".)").utf8.contains(mark), digits.count < 10,
      rest.dropFirst().first?.isSpace ?? true
    else { return nil }
    return (digits.count + 1, digits.number)
  }

  /// The level and the text of a heading: `## Kitchen`.
  var heading: (level: Int, text: Bytes)? {
    let level = content.prefix { $0 == UInt8(ascii: "#") }.count
    let rest = content.dropFirst(level)
    guard (1...6).contains(level), rest.first?.isSpace ?? true else { return nil }
    let inner = rest.trimmed
    let end = inner.dropLast(inner.reversed().prefix { $0 == UInt8(ascii: "#") }.count)
    // A closing sequence must be preceded by a space, else it is text.
    return (level, end.last?.isSpace ?? true ? end.trimmed : inner)
  }

  /// The level of the heading that the line underlines.
  var underline: Int? {
    guard let first = content.first, "=-".utf8.contains(first), content.allSatisfy({ $0 == first }) else { return nil }
    return first == UInt8(ascii: "=") ? 1 : 2
  }

  /// Whether it is a thematic break: three or more of `-`, `*` or `_`.
  var isRule: Bool {
    guard let first = content.first, "-*_".utf8.contains(first) else { return false }
    return content.allSatisfy { $0 == first || $0.isSpace } && content.count { $0 == first } >= 3
  }

  /// The fence that opens a code block.
  var fence: Bytes? {
    guard let first = content.first, "`~".utf8.contains(first) else { return nil }
    let fence = content.prefix { $0 == first }
    let isInline = first == UInt8(ascii: "`") && content[fence.endIndex...].contains(first)
    return fence.count >= 3 && !isInline ? fence : nil
  }

  /// Whether it closes a code block.
  func closes(_ fence: Bytes) -> Bool { content.count >= fence.count && content.allSatisfy { $0 == fence.first } }
}

extension MarkdownLine {
  /// Whether it begins a block that is neither a paragraph nor a list.
  /// - Parameter inParagraph: whether a paragraph is open, which not every tag can interrupt.
  func startsBlock(inParagraph: Bool) -> Bool {
    heading != nil || isRule || fence != nil || content.first == UInt8(ascii: ">")
      || MarkdownHTML(content, inParagraph: inParagraph) != nil
  }

  /// Whether it begins an item with a box.
  var startsTask: Bool {
    guard let marker else { return false }
    return MarkdownBox(dropping(marker.length).content)?.status != nil
  }
}

/// The backslashes before what would begin a block at the beginning of a line of notes: those of the writer, which the reader takes off.
enum MarkdownEscape {
  /// Where a backslash stands: before the first character, or after the number of a list item.
  static func place(in line: Bytes) -> Int {
    let rest = line.drop { $0 == .space || $0 == .tab }
    let digits = rest.prefix { $0.isDigit }
    guard (1..<10).contains(digits.count),
      let mark = rest[digits.endIndex...].first(where: { $0 != UInt8(ascii: "\\") }),
      ".)".utf8.contains(mark)
    else { return rest.startIndex }
    return digits.endIndex
  }

  /// Whether the text after that place needs a backslash. Backslashes before it count as text.
  static func isNeeded(in rest: Bytes, at place: Int, of line: Bytes) -> Bool {
    let digit = place > line.startIndex && line[place - 1].isDigit
    guard let mark = rest.first(where: { $0 != UInt8(ascii: "\\") }) else { return false }
    return (digit ? ".)" : "-+*>#=~`<|_[").utf8.contains(mark)
  }
}
