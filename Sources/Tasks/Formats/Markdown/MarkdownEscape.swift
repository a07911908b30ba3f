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
