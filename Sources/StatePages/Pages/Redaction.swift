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
  private static let known: Substring = "data-known"
  private static let kept: Set<Substring> = [
    "class", "type", "rows", "cols", "colspan", "width", "height", "viewBox", "open", "dir", "datetime",
  ]
  /// Elements whose box stays, without what is in it.
  private static let boxes: Set<Substring> = [
    "svg", "textarea", "select", "meter", "progress", "video", "audio", "iframe",
  ]
  private static let dropped: Set<Substring> = ["template", "datalist", "title", "style"]
  private static let void: Set<Substring> = ["input", "br", "hr", "img", "wbr", "col", "source", "rect", "path", "use"]

  /// What is left to read. As bytes: characters take thirty times as long, and a page that waits has many of these.
  private var rest: Substring.UTF8View
  private var html = ""
  /// For each element that is open, whether it is part of a skeleton.
  private var open: [Bool] = []
  private var isInside: Bool { open.last ?? false }

  private init(_ markup: Markup) {
    rest = Substring(markup.html).utf8
    html.reserveCapacity(rest.count)
  }

  static func skeleton(of markup: Markup) -> Markup {
    var redaction = Redaction(markup)
    redaction.run()
    return Markup(rendered: redaction.html)
  }

  private mutating func run() {
    while let first = rest.first {
      if first == UInt8(ascii: "<") { element() } else { text() }
    }
  }

  private mutating func text() {
    let text = rest.take { $0 != UInt8(ascii: "<") }
    let letters = text.utf8.drop(while: \.isSpace)
    guard !letters.isEmpty, isInside else {
      if letters.isEmpty { html += text }
      return
    }
    html += "<i>"
    for _ in 0..<Self.length(of: letters) { html += "\u{2002}" }
    html += "</i>"
  }

  private mutating func element() {
    let tag = rest.nextTag()
    guard !tag.isEnd else {
      open = open.dropLast()
      html += tag.name == "form" ? "</div>" : tag.text
      return
    }
    let isVoid = Self.void.contains(tag.name) || tag.text.hasSuffix("/>")
    if tag[Self.known] != nil {
      html += tag.text
      if !isVoid { html += rest.content(of: tag.name) }
      return
    }
    guard !Self.isUnseen(tag) else {
      if !isVoid { _ = rest.content(of: tag.name) }
      return
    }
    var ahead = rest
    let holdsKnown = !isVoid && !isInside && ahead.content(of: tag.name).utf8.holds(Self.known.utf8)
    begin(tag, isOuter: !isInside && !holdsKnown)
    if Self.boxes.contains(tag.name) {
      _ = rest.content(of: tag.name)
      html += "</\(tag.name)>"
    } else if !isVoid {
      open.append(!holdsKnown)
    }
  }

  private mutating func begin(_ tag: Tag, isOuter: Bool) {
    html += "<"
    html += tag.name == "form" ? "div" : tag.name
    for attribute in tag.attributes where Self.kept.contains(attribute.name) && !(isOuter && attribute.name == "class")
    {
      html += " "
      html += attribute.text
    }
    // A meter needs a value.
    if tag.name == "meter" { html += " value=\"0\"" }
    if isOuter { html += " class=\"\(tag["class"].map { $0 + " " } ?? "")skeleton\" aria-hidden=\"true\" inert" }
    html += ">"
  }

  private static func isUnseen(_ tag: Tag) -> Bool {
    dropped.contains(tag.name)
      || tag.attributes.contains { attribute in
        switch attribute.name {
        case "hidden", "popover": true
        case "class": attribute.value.split(separator: " ").contains("visually-hidden")
        case "type": tag.name == "input" && (attribute.value == "hidden" || attribute.value == "image")
        default: false
        }
      }
  }

  /// The number of letters of a text; an entity is one.
  private static func length(of text: Substring.UTF8View) -> Int {
    guard text.contains(UInt8(ascii: "&")) else { return Substring(text).count }
    return text.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).enumerated().reduce(0) {
      sum, part in
      let shown = part.offset == 0 ? part.element : part.element.drop { $0 != UInt8(ascii: ";") }
      return sum + Substring(shown).count
    }
  }
}

/// A tag of markup that a template printed.
private struct Tag {
  let isEnd: Bool
  let name: Substring
  let attributes: [Attribute]
  /// The tag as it is written.
  let text: Substring

  struct Attribute {
    let name: Substring
    /// Empty for one without.
    let value: Substring
    let text: Substring
  }

  subscript(name: Substring) -> Substring? { attributes.first { $0.name == name }?.value }
}

extension Substring.UTF8View {
  /// Takes the tag at the start.
  fileprivate mutating func nextTag() -> Tag {
    let whole = self
    removeFirst()
    let isEnd = first == UInt8(ascii: "/")
    if isEnd { removeFirst() }
    let name = take { !$0.isSpace && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
    var attributes: [Tag.Attribute] = []
    while true {
      _ = take { $0.isSpace || $0 == UInt8(ascii: "/") }
      guard let first, first != UInt8(ascii: ">") else { break }
      let start = self
      let name = take { !$0.isSpace && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") }
      var value: Substring = ""
      if self.first == UInt8(ascii: "=") {
        self = dropFirst(2)
        value = take { $0 != UInt8(ascii: "\"") }
        self = dropFirst()
      }
      attributes.append(Tag.Attribute(name: name, value: value, text: Substring(start[..<startIndex])))
    }
    self = dropFirst()
    return Tag(isEnd: isEnd, name: name, attributes: attributes, text: Substring(whole[..<startIndex]))
  }

  /// Takes what is left of an element, its end tag included.
  fileprivate mutating func content(of name: Substring) -> Substring {
    let whole = self
    var depth = 1
    while depth > 0, !isEmpty {
      _ = take { $0 != UInt8(ascii: "<") }
      guard !isEmpty else { break }
      let rest = dropFirst()
      let isEnd = rest.first == UInt8(ascii: "/")
      if (isEnd ? rest.dropFirst() : rest).isTag(name.utf8) { depth += isEnd ? -1 : 1 }
      skipTag()
    }
    return Substring(whole[..<startIndex])
  }

  private mutating func skipTag() {
    var isQuoted = false
    _ = take { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return isQuoted || byte != UInt8(ascii: ">")
    }
    self = dropFirst()
  }

  private func isTag(_ name: Substring.UTF8View) -> Bool {
    let next = dropFirst(name.count).first
    return starts(with: name)
      && (next.map { $0.isSpace || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "/") } ?? false)
  }

  fileprivate func holds(_ text: Substring.UTF8View) -> Bool {
    indices.contains { self[$0] == text.first && self[$0...].starts(with: text) }
  }

  fileprivate mutating func take(while isTaken: (UInt8) -> Bool) -> Substring {
    let end = firstIndex { !isTaken($0) } ?? endIndex
    defer { self = self[end...] }
    return Substring(self[..<end])
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || (9...13).contains(self) }
}
