import Tasks

/// An HTML block (CommonMark, section 4.6).
struct MarkdownHTML {
  /// Whether it is not rendered, such as a comment.
  let isHidden: Bool
  private let end: StaticString?

  /// Nil when the line starts no HTML block.
  /// - Parameter inParagraph: whether a paragraph is open, which not every tag can interrupt.
  init?(_ text: Bytes, inParagraph: Bool) {
    guard text.first == UInt8(ascii: "<") else { return nil }
    let hidden: [(start: StaticString, end: StaticString)] = [
      ("<!--", "-->"), ("<?", "?>"), ("<![cdata[", "]]>"), ("<!", ">"),
    ]
    if let mark = hidden.first(where: { text.begins(with: $0.start) }) {
      (isHidden, end) = (true, mark.end)
      return
    }
    isHidden = false
    let isEnd = text.dropFirst().first == UInt8(ascii: "/")
    let name = text.dropFirst(isEnd ? 2 : 1).prefix { $0.isWord && $0 < 0x80 }
    let next = text[name.endIndex...].first ?? .space
    let isTag = next.isSpace || next == UInt8(ascii: ">") || next == UInt8(ascii: "/")
    guard !name.isEmpty, isTag else { return nil }
    let raw: [(name: StaticString, end: StaticString)] = [
      ("script", "</script>"), ("pre", "</pre>"), ("style", "</style>"), ("textarea", "</textarea>"),
    ]
    if !isEnd, let mark = raw.first(where: { name.equals($0.name) }) {
      end = mark.end
      return
    }
    end = nil
    if Self.blocks.contains(String(decoding: name.map(\.lowercased), as: UTF8.self)) { return }
    // Any other complete tag alone on its line.
    guard !inParagraph, text.last == UInt8(ascii: ">"), text.count(where: { $0 == UInt8(ascii: "<") }) == 1 else {
      return nil
    }
  }

  /// Whether the line ends the block.
  func ends(with text: Bytes) -> Bool {
    guard let end else { return false }
    return text.contains(end)
  }

  /// Whether a blank line ends the block.
  var endsBlank: Bool { end == nil }

  private static let blocks: Set<String> = [
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center", "col", "colgroup",
    "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frame",
    "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "link",
    "main", "menu", "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "search", "section",
    "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul",
  ]
}
