/// Reports end tags that close another element than the innermost open one. A browser repairs them, which rarely gives what was meant.
///
/// Each section is looked at on its own. Where an element begins or ends in another section or template, nothing is known of the
/// elements around.
struct ElementNesting {
  private(set) var problems: [TagProblem] = []
  private var state = MarkupState.text

  /// The elements without content.
  static let void: Set = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
  ]
  /// The elements whose end tags HTML lets one leave out.
  private static let optional: Set = [
    "body", "colgroup", "dd", "dt", "head", "html", "li", "optgroup", "option", "p", "rp", "rt", "tbody", "td", "tfoot",
    "th", "thead", "tr",
  ]

  /// The open elements of a section, innermost last.
  private struct Level {
    var open: [(element: String, line: Int)] = []
    /// Whether it closes an element that begins elsewhere.
    var closesOthers = false

    var isBalanced: Bool { !closesOthers && open.allSatisfy { optional.contains($0.element) } }
  }

  init(_ tags: [TemplateTags.Tag]) { _ = walk(tags) }

  private mutating func walk(_ tags: [TemplateTags.Tag]) -> Level {
    var level = Level()
    for tag in tags {
      switch tag {
      case .text(let text, let line, _): take(text, line, &level)
      case .section(_, _, let inner, _, _):
        let before = state
        if !walk(inner).isBalanced { level.open = [] }
        // In markup it goes on as before; in a tag, as after the section.
        if before.mode == .text { state = before }
      case .variable, .partial, .dynamicPartial: break
      }
    }
    return level
  }

  private mutating func take(_ text: String, _ first: Int, _ level: inout Level) {
    var line = first
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      let before = state
      let (states, _) = MarkupTokenizer.states(after: scalar, in: state)
      // The text of a title or a text area has no elements.
      state = states.last ?? .text
      if scalar == ">" { end(of: before, isEmpty: last == "/", line, &level) }
      if scalar == "\n" { line += 1 }
      last = scalar
    }
  }

  private mutating func end(of tag: MarkupState, isEmpty: Bool, _ line: Int, _ level: inout Level) {
    switch tag.mode {
    case .rawText(of: let element, let end) where end == "</" + element: close(element, line, &level)
    case .tagName, .beforeAttribute, .attributeName, .afterAttributeName, .beforeValue, .value(nil):
      if tag.isEndTag { return close(tag.element, line, &level) }
      if !isEmpty, !Self.void.contains(tag.element) { level.open.append((tag.element, line)) }
    case .text, .rawText, .tagOpen, .endTagOpen, .value, .declaration, .bogusComment, .comment, .characterData: break
    }
  }

  private mutating func close(_ element: String, _ line: Int, _ level: inout Level) {
    while let inner = level.open.last, inner.element != element, Self.optional.contains(inner.element) {
      level.open.removeLast()
    }
    guard let inner = level.open.last else { return level.closesOthers = true }
    if inner.element == element {
      level.open.removeLast()
      return
    }
    problems.append(
      TagProblem(line: line, message: "</\(element)> closes <\(inner.element)>, which begins in line \(inner.line)"))
    if let start = level.open.lastIndex(where: { $0.element == element }) { level.open.removeSubrange(start...) }
  }
}
