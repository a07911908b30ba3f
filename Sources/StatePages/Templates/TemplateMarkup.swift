/// Checks the markup of a template around its tags, and finds the place of each tag.
///
/// The rules are stricter than HTML, so that one pass with one state decides: a tag within an element's own tag stands in double quotes, a
/// section ends where it began (in text, in a tag, or in the same attribute), and what a tag prints at the start of an address was checked
/// as such.
struct TemplateMarkup {
  private(set) var tags: [TemplateTags.Tag] = []
  /// The problems, with their lines, in order.
  private(set) var problems: [TagProblem] = []
  /// The addresses of the app that are written out, by the offsets of their first slashes in the template.
  private(set) var addresses: Set<Int> = []
  /// The problems that the template has below a base path only.
  private(set) var problemsBelow: [TagProblem] = []
  private var seen: Set<String> = []
  private var state = MarkupState()

  init(_ tags: [TemplateTags.Tag]) {
    self.tags = walk(tags)
    if state.mode != .text {
      report(Self.lines(of: tags), "it ends within a tag, an attribute, a comment, or an element such as a title")
    }
  }

  private mutating func walk(_ tags: [TemplateTags.Tag]) -> [TemplateTags.Tag] {
    var walked: [TemplateTags.Tag] = []
    var rest = tags[...]
    while let tag = rest.popFirst() {
      switch tag {
      case .text(let text, let line, let offset):
        consume(text, line, offset)
        walked.append(tag)
      case .variable(let name, _, let line): walked.append(.variable(name, place(of: "{{\(name)}}", line), line: line))
      case .partial(let name, _, let line):
        walked.append(.partial(name, partialPlace(of: "{{> \(name)}}", line), line: line))
      case .dynamicPartial(let name, _, let line):
        walked.append(.dynamicPartial(name, partialPlace(of: "{{> *\(name)}}", line), line: line))
      case .section(let name, let isInverted, _, _, let line):
        if let problem = state.endName() { report(line, problem) }
        let start = state
        walked.append(section(tag))
        // A section and its inverse, of which exactly one is printed.
        if case .section(name, !isInverted, _, _, line)? = rest.first, let inverse = rest.popFirst() {
          let end = state
          state = start
          walked.append(section(inverse))
          if end.address == .decided, state.address == .decided { continue }
        }
        if start.address != .decided { state = start.unsure }
      }
    }
    return walked
  }

  private mutating func section(_ tag: TemplateTags.Tag) -> TemplateTags.Tag {
    guard case .section(let name, let isInverted, let inner, _, let line) = tag else { return tag }
    let start = state
    let place = TagContext(address: state.address == .decided ? nil : state.addressName)
    let walked = walk(inner)
    if let problem = state.endName() { report(line, problem) }
    if !state.isSamePart(as: start) {
      report(line, "{{\(isInverted ? "^" : "#")\(name)}} ends in another part of the markup than it begins in")
      state = start
    }
    return .section(name, inverted: isInverted, walked, place, line: line)
  }

  private mutating func consume(_ text: String, _ first: Int, _ offset: Int) {
    var line = first
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let before = state
      if let problem = state.consume(scalar) { report(line, problem) }
      if scalar == "/", before.isBeforeAddress, !["/", "\\"].contains(scalars.dropFirst(index + 1).first) {
        addresses.insert(offset + index)
        if before.address == .unsure {
          let message =
            "the address in \(before.attribute) begins or goes on here: write each whole address in a section of its own"
          problemsBelow.append(TagProblem(line: line, message: message))
        }
      }
      if scalar == "\n" { line += 1 }
    }
  }

  private mutating func place(of tag: String, _ line: Int) -> TagContext {
    switch state.mode {
    case .text, .comment: return TagContext()
    case .raw("style"):
      report(line, "\(tag) stands in a style, where text can become anything")
      return TagContext()
    case .raw: return TagContext()
    case .value("\""): break
    case .opening, .name, .tag, .equals, .value:
      report(line, "a tag in an attribute that is not in double quotes")
      return TagContext()
    }
    var place = TagContext(isInAttribute: true)
    if state.attribute == "srcdoc" { report(line, "\(tag) stands in srcdoc, where text becomes a page") }
    if let address = state.addressName, state.address != .decided { place.address = address }
    state.address = .decided
    return place
  }

  private mutating func partialPlace(of tag: String, _ line: Int) -> TagContext {
    var place = place(of: tag, line)
    if let attribute = place.address {
      report(line, "\(tag) cannot begin the address in \(attribute): write the field itself there")
      place.address = nil
    }
    return place
  }

  private mutating func report(_ line: Int, _ message: String) {
    if seen.insert("\(line) \(message)").inserted { problems.append(TagProblem(line: line, message: message)) }
  }

  private static func lines(of tags: [TemplateTags.Tag]) -> Int {
    switch tags.last {
    case .text(let text, let line, _): line + text.utf8.count { $0 == UInt8(ascii: "\n") }
    case .variable(_, _, let line), .partial(_, _, let line), .dynamicPartial(_, _, let line): line
    case .section(_, _, let inner, _, let line): max(line, lines(of: inner))
    case nil: 1
    }
  }
}

struct TagContext: Hashable {
  /// Whether it is in an attribute's value.
  var isInAttribute = false
  /// The attribute, if the tag can begin its address.
  var address: String?
}

/// Where in the markup of a template a character stands.
private struct MarkupState {
  enum Mode: Hashable {
    case text
    /// After `<`.
    case opening
    case name
    /// In a tag, where an attribute can begin or go on.
    case tag
    /// After the equals sign of an attribute.
    case equals
    /// In a value; nil for an unquoted one.
    case value(Unicode.Scalar?)
    case comment
    /// In an element that contains text only, such as a title.
    case raw(String)
  }

  /// How much of the current value is known, if it is an address.
  enum Address { case start, unsure, decided }

  private(set) var mode = Mode.text
  /// The current tag, and the current attribute, in lower case.
  private(set) var element = ""
  private(set) var attribute = ""
  var address = Address.decided
  /// Whether the attribute's name has ended.
  private var isNamed = true
  /// What was read of a comment, an end tag or an address.
  private var read = ""

  private static let raw: Set = ["title", "textarea", "style"]
  private static let addressNames: Set = [
    "action", "cite", "data", "formaction", "href", "imagesrcset", "poster", "src", "srcset", "xlink:href",
  ]

  /// The current attribute, if its value is an address.
  var addressName: String? {
    if case .value = mode, Self.addressNames.contains(attribute), !element.hasPrefix("/") { attribute } else { nil }
  }

  /// Whether the next character can begin an address.
  var isBeforeAddress: Bool {
    switch mode {
    case .equals: Self.addressNames.contains(attribute) && !element.hasPrefix("/")
    case .value: addressName != nil && address != .decided && read.isEmpty
    case .text, .opening, .name, .tag, .comment, .raw: false
    }
  }

  /// Goes on by a character of the template.
  /// - Returns: the problem that it completes.
  mutating func consume(_ scalar: Unicode.Scalar) -> String? {
    let letter = String(scalar).lowercased()
    switch mode {
    case .text: if scalar == "<" { (mode, element) = (.opening, "") }
    case .opening:
      if scalar == "!" {
        (mode, read) = (.comment, "")
      } else if scalar == "/", element.isEmpty {
        element = "/"
      } else if scalar != "<" {
        mode = scalar.properties.isAlphabetic ? .name : .text
        if mode == .name { element += letter }
      }
    case .name:
      guard scalar.isBlank || scalar == ">" || scalar == "/" else {
        element += letter
        return nil
      }
      defer { if scalar == ">" { endTag() } }
      return endName()
    case .tag:
      switch scalar {
      case ">":
        defer { endTag() }
        return endName()
      case "=" where !attribute.isEmpty:
        mode = .equals
        return nameAttribute()
      case "/",
        _ where scalar.isBlank:
        return endName()
      default:
        if isNamed { (attribute, isNamed) = ("", false) }
        attribute += letter
      }
    case .equals:
      guard !scalar.isBlank else { return nil }
      if scalar == ">" {
        endTag()
        return nil
      }
      let isQuote = scalar == "\"" || scalar == "'"
      (mode, read) = (.value(isQuote ? scalar : nil), "")
      address = addressName == nil ? .decided : .start
      if !isQuote { return consume(scalar) }
    case .value(let quote):
      let ends = quote.map { $0 == scalar } ?? (scalar.isBlank || scalar == ">")
      guard ends else { return takeInValue(scalar) }
      (mode, attribute, isNamed, address) = (.tag, "", true, .decided)
      if scalar == ">" { endTag() }
    case .comment:
      read += letter
      // Other declarations end with the first `>`.
      if scalar == ">", !read.hasPrefix("--") || (read.hasSuffix("-->") && read.count > 4) { mode = .text }
    case .raw(let element):
      read += letter
      if read.hasSuffix("</\(element)") { (mode, self.element) = (.name, "/\(element)") }
    }
    return nil
  }

  /// Ends the name of an element or an attribute, if one stands here.
  mutating func endName() -> String? {
    guard mode == .name else { return mode == .tag ? nameAttribute() : nil }
    (mode, attribute, isNamed) = (.tag, "", true)
    return element == "script" ? "<script> is not allowed: pages have no scripts" : nil
  }

  /// Whether a section that begins at `other` can end here.
  func isSamePart(as other: Self) -> Bool {
    if case .value = mode { mode == other.mode && attribute == other.attribute } else { mode == other.mode }
  }

  /// A value of which it is not known whether its address has begun.
  var unsure: Self {
    var state = self
    (state.address, state.read) = (.unsure, "")
    return state
  }

  private mutating func endTag() {
    mode = Self.raw.contains(element) ? .raw(element) : .text
    read = ""
  }

  private mutating func nameAttribute() -> String? {
    guard !isNamed else { return nil }
    isNamed = true
    if element.hasPrefix("/") { return nil }
    if attribute == "style" { return "style= is not allowed: browsers ignore it on these pages; use a class" }
    guard attribute.hasPrefix("on"), attribute.count > 2 else { return nil }
    return "\(attribute)= is not allowed: pages have no scripts; use a link or a form"
  }

  private mutating func takeInValue(_ scalar: Unicode.Scalar) -> String? {
    if attribute.hasSuffix("srcset"), scalar == "," || scalar.isBlank {
      (address, read) = (.start, "")
      return nil
    }
    guard address != .decided, !(scalar.isBlank && read.isEmpty) else { return nil }
    read.unicodeScalars.append(scalar)
    if scalar == ":" || !scalar.canStandInScheme { address = .decided }
    guard scalar == ":", StatePages.Address.checked(read) == StatePages.Address.refused else { return nil }
    return """
      \(read) is not allowed in \(attribute): an address is relative, or has the scheme http, https, mailto or tel
      """
  }
}
