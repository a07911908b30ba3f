/// A line of Markdown, and what it begins with (after CommonMark and GitHub's check lists).
struct MarkdownLine {
  /// How many columns it is indented; a tab goes to the next multiple of four.
  private(set) var indent = 0
  /// The line behind that.
  private(set) var text: Bytes

  init(_ line: Bytes) {
    text = line
    takeSpace()
    // Quotes may hold lists too, and stand around them as if they weren't there.
    while indent < 4, text.first == UInt8(ascii: ">") {
      text = text.dropFirst()
      if text.first == .space { text = text.dropFirst() }
      indent = 0
      takeSpace()
    }
    while text.last?.isSpace == true { text = text.dropLast() }
  }

  private mutating func takeSpace() {
    while let first = text.first, first == .space || first == .tab {
      indent += first == .tab ? 4 - indent % 4 : 1
      text = text.dropFirst()
    }
  }

  /// The level and the text of a heading: `## Kitchen`.
  var heading: (level: Int, text: Bytes)? {
    let level = text.prefix { $0 == UInt8(ascii: "#") }.count
    let rest = text.dropFirst(level)
    guard (1...6).contains(level), rest.first?.isSpace ?? true else { return nil }
    let content = rest.trimmed
    var end = content
    while end.last == UInt8(ascii: "#") { end = end.dropLast() }
    // Marks at the end belong to the heading's text unless a space parts them from it.
    return (level, end.last?.isSpace ?? true ? end.trimmed : content)
  }

  /// The level of the heading that it underlines.
  var underline: Int? {
    guard let first = text.first, first == UInt8(ascii: "=") || first == UInt8(ascii: "-"),
      text.allSatisfy({ $0 == first })
    else { return nil }
    return first == UInt8(ascii: "=") ? 1 : 2
  }

  /// Whether it is a line across the page: three or more of `-`, `*` or `_`.
  var isRule: Bool {
    guard let first = text.first, "-*_".utf8.contains(first) else { return false }
    return text.allSatisfy { $0 == first || $0.isSpace } && text.count { $0 == first } >= 3
  }

  /// The mark and the length of a fence that opens or closes a piece of code.
  var fence: (mark: UInt8, count: Int)? {
    guard let first = text.first, first == UInt8(ascii: "`") || first == UInt8(ascii: "~") else { return nil }
    let count = text.prefix { $0 == first }.count
    let isInline = first == UInt8(ascii: "`") && text.dropFirst(count).contains(first)
    return count >= 3 && !isInline ? (first, count) : nil
  }

  /// Whether it closes the piece of code that such a fence opened.
  func closes(_ open: (mark: UInt8, count: Int)) -> Bool {
    text.count >= open.count && text.allSatisfy { $0 == open.mark }
  }

  /// What stands behind the bullet or number of a list's item.
  var item: Bytes? {
    var rest = text
    if let first = rest.first, "-*+".utf8.contains(first) {
      rest = rest.dropFirst()
    } else {
      let digits = rest.prefix { $0.isDigit }.count
      rest = rest.dropFirst(digits)
      guard (1...9).contains(digits), let end = rest.popFirst(), end == UInt8(ascii: ".") || end == UInt8(ascii: ")")
      else { return nil }
    }
    guard rest.first?.isSpace ?? true, !isRule else { return nil }
    return rest.trimmed
  }
}

/// A box that can be ticked at the beginning of an item: `[x] Call the plumber`.
struct MarkdownBox {
  let status: RemoteStatus
  let title: Bytes

  init?(_ item: Bytes) {
    let box = item.prefix(3)
    guard box.count == 3, box.first == UInt8(ascii: "["), box.last == UInt8(ascii: "]"),
      item.dropFirst(3).first?.isSpace ?? true
    else { return nil }
    switch box[box.startIndex + 1] {
    case .space, UInt8(ascii: "/"): status = .open(percent: 0)
    case UInt8(ascii: "x"), UInt8(ascii: "X"): status = .done(nil)
    case UInt8(ascii: "-"): status = .cancelled
    default: return nil
    }
    title = item.dropFirst(3).trimmed
  }
}
