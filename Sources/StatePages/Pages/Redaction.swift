/// Turns the markup of a sample into a skeleton: the boxes of its elements, with a bar in place of each text.
///
/// | In the markup | In the skeleton |
/// |---|---|
/// | an element with `data-known`, such as a heading of the caption | the same |
/// | text | `<i>` with a space for each letter, which wraps like words and reads as nothing |
/// | ids, addresses, names, values, labels and states | left out, so that nothing is announced, focused, sent or found twice |
/// | pictures, fields and meters | their boxes |
/// | menus, and what is hidden | left out |
///
/// The outermost elements without anything known in them have the class `skeleton`, and are inert.
struct Redaction {
  private static let known = "data-known"
  private static let kept: Set<String> = [
    "class", "type", "rows", "cols", "colspan", "width", "height", "viewBox", "open", "dir",
  ]
  /// Elements whose box stays, without what is in it.
  private static let boxes: Set<String> = [
    "svg", "textarea", "select", "meter", "progress", "video", "audio", "iframe",
  ]
  private static let dropped: Set<String> = ["template", "datalist", "title", "style"]
  private static let void: Set<String> = ["input", "br", "hr", "img", "wbr", "col", "source", "rect", "path", "use"]
  private static let unseenInputs: Set<String> = ["hidden", "image"]

  private var rest: Substring
  private var html = ""
  /// For each element that is open, whether it is part of a skeleton.
  private var open: [Bool] = []
  private var isInside: Bool { open.last ?? false }

  private init(_ markup: Markup) {
    rest = Substring(markup.html)
    html.reserveCapacity(markup.html.utf8.count)
  }

  static func skeleton(of markup: Markup) -> Markup {
    var redaction = Redaction(markup)
    redaction.run()
    return Markup(rendered: redaction.html)
  }

  private mutating func run() {
    while !rest.isEmpty {
      if rest.utf8.first == UInt8(ascii: "<") { element() } else { text() }
    }
  }

  private mutating func text() {
    let text = rest.prefix { $0 != "<" }
    rest = rest[text.endIndex...]
    let letters = text.drop(while: \.isWhitespace).replacing(/&\w+;|&#\w+;/, with: "x")
    guard !letters.isEmpty, isInside else {
      if letters.isEmpty { html += text }
      return
    }
    html += "<i>\(String(repeating: "\u{2002}", count: letters.count))</i>"
  }

  private mutating func element() {
    let (name, tag) = nextTag()
    guard !name.hasPrefix("/") else {
      open = open.dropLast()
      html += name == "/form" ? "</div>" : "<\(name)>"
      return
    }
    let attributes = Self.attributes(of: tag)
    let isVoid = Self.void.contains(name) || tag.hasSuffix("/>")
    if attributes.contains(where: { $0.name == Self.known }) {
      html += tag
      if !isVoid { html += content(of: name) }
      return
    }
    guard !Self.isUnseen(name, attributes) else {
      if !isVoid { _ = content(of: name) }
      return
    }
    var rest = self
    let holdsKnown = !isVoid && !isInside && rest.content(of: name).contains(" \(Self.known)")
    html += start(of: name, attributes, isOuter: !isInside && !holdsKnown)
    if Self.boxes.contains(name) {
      _ = content(of: name)
      html += "</\(name)>"
    } else if !isVoid {
      open.append(!holdsKnown)
    }
  }

  private func start(of name: String, _ attributes: [(name: String, value: String?)], isOuter: Bool) -> String {
    var attributes = attributes.filter { Self.kept.contains($0.name) }
    if isOuter {
      let styles = attributes.first { $0.name == "class" }?.value.map { "\($0) " } ?? ""
      attributes.removeAll { $0.name == "class" }
      attributes += [("class", styles + "skeleton"), ("aria-hidden", "true"), ("inert", nil)]
    }
    let written = attributes.map { name, value in " " + name + (value.map { "=\"\($0)\"" } ?? "") }.joined()
    return "<\(name == "form" ? "div" : name)\(written)>"
  }

  /// Takes the tag at the start of the rest.
  private mutating func nextTag() -> (name: String, tag: String) {
    var isQuoted = false
    let inner = rest.prefix { letter in
      if letter == "\"" { isQuoted.toggle() }
      return isQuoted || letter != ">"
    }
    rest = rest[inner.endIndex...].dropFirst()
    return (inner.dropFirst().prefix { !$0.isWhitespace && $0 != ">" }.lowercased(), inner + ">")
  }

  /// Takes what is left of an element, its end tag included.
  private mutating func content(of name: String) -> String {
    var content = ""
    var depth = 1
    while depth > 0, !rest.isEmpty {
      let text = rest.prefix { $0 != "<" }
      rest = rest[text.endIndex...]
      content += text
      guard !rest.isEmpty else { break }
      let (inner, tag) = nextTag()
      if inner == name { depth += 1 }
      if inner == "/\(name)" { depth -= 1 }
      content += tag
    }
    return content
  }

  private static func attributes(of tag: String) -> [(name: String, value: String?)] {
    tag.matches(of: /\s([\w-]+)(?:="([^"]*)")?/).map { (String($0.output.1), $0.output.2.map(String.init)) }
  }

  private static func isUnseen(_ name: String, _ attributes: [(name: String, value: String?)]) -> Bool {
    dropped.contains(name)
      || attributes.contains { attribute in
        switch attribute.name {
        case "hidden", "popover": true
        case "class": attribute.value?.split(separator: " ").contains("visually-hidden") == true
        case "type": name == "input" && unseenInputs.contains(attribute.value ?? "")
        default: false
        }
      }
  }
}
