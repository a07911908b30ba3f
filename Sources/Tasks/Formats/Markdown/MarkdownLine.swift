/// A line of Markdown, taken apart from its beginning (after CommonMark). Tabs go to the next multiple of four columns.
struct MarkdownLine {
  private var rest: Bytes
  private var column = 0
  /// How many columns of a tab are left that was taken in part.
  private var pending = 0

  init(_ line: Bytes) {
    rest = line
  }

  /// How many columns of white space come next.
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

  /// What follows the white space, without white space at the end.
  var content: Bytes { rest.trimmed }

  /// Whether it is at its end.
  var isBlank: Bool { rest.allSatisfy(\.isSpace) }

  /// Whether the line is broken here by will: by two spaces or a backslash at its end.
  var isHardBreak: Bool {
    let text = rest.prefix { $0 != .lineFeed && $0 != .carriageReturn }
    if text.last == UInt8(ascii: "\\") { return text.reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1 }
    return text.suffix(2).count == 2 && text.suffix(2).allSatisfy { $0 == .space }
  }

  /// What is left as it is written, its indentation in spaces.
  var written: [UInt8] {
    Array(repeating: .space, count: min(indent, 64)) + content
  }

  /// Takes so many columns of white space.
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

  /// Takes so many bytes that are no white space.
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
    // Marks at the end belong to the heading's text unless a space parts them from it.
    return (level, end.last?.isSpace ?? true ? end.trimmed : inner)
  }

  /// The level of the heading that it underlines.
  var underline: Int? {
    let text = content
    guard let first = text.first, first == UInt8(ascii: "=") || first == UInt8(ascii: "-"),
      text.allSatisfy({ $0 == first })
    else { return nil }
    return first == UInt8(ascii: "=") ? 1 : 2
  }

  /// Whether it is a line across the page: three or more of `-`, `*` or `_`.
  var isRule: Bool {
    let text = content
    guard let first = text.first, "-*_".utf8.contains(first) else { return false }
    return text.allSatisfy { $0 == first || $0.isSpace } && text.count { $0 == first } >= 3
  }

  /// The mark and the length of a fence that opens a piece of code.
  var fence: MarkdownFence? {
    let text = content
    guard let first = text.first, first == UInt8(ascii: "`") || first == UInt8(ascii: "~") else { return nil }
    let count = text.prefix { $0 == first }.count
    let isInline = first == UInt8(ascii: "`") && text.dropFirst(count).contains(first)
    return count >= 3 && !isInline ? MarkdownFence(mark: first, count: count) : nil
  }

  /// The bullet or number of a list's item: how long it is, and the number if it is one.
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

  /// The label and the target of a link reference: `[label]: https://choir.example`.
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

/// What opens a piece of code.
struct MarkdownFence {
  let mark: UInt8
  let count: Int

  /// Whether a line closes the piece.
  func isClosed(by line: MarkdownLine) -> Bool {
    let text = line.content
    return line.indent < 4 && text.count >= count && text.allSatisfy { $0 == mark }
  }
}
