/// The state of a browser's tokenizer in the markup of a template (WHATWG HTML Standard, section 13.2.5), as far as it
/// decides what the template may contain there.
///
/// Where the standard depends on the tree around, above all in foreign content, the template's tokenizer follows both
/// alternatives, with a state for each.
struct MarkupState: Hashable {
  enum Quote: Unicode.Scalar {
    case single = "'"
    case double = "\""
  }

  enum Mode: Hashable {
    case text
    /// The text of an element that contains no tags, such as a title, and the part of its end tag that was read.
    case rawText(of: String, end: String)
    /// After `<`.
    case tagOpen
    /// After `</`.
    case endTagOpen
    case tagName
    /// In a tag, where an attribute can begin.
    case beforeAttribute
    case attributeName
    case afterAttributeName
    /// After the equals sign.
    case beforeValue
    /// In a value; nil for an unquoted one.
    case value(Quote?)
    /// After `<!`, with the text read since.
    case declaration(String)
    /// In markup that ends with the next `>`.
    case bogusComment
    /// In a comment, with its last three characters; `^` stands for its start.
    case comment(last: String)
    /// In a CDATA section, with its last two characters.
    case characterData(last: String)
  }

  var mode = Mode.text
  /// The current tag, in lower case.
  var element = ""
  var isEndTag = false
  /// The current attribute, in lower case.
  var attribute = ""
  /// The state of the current address; nil if the value is not an address.
  var address: AddressState?
  /// Whether the tag is a `meta` with `http-equiv="refresh"`, and whether a template tag is in its `content`.
  var refreshes = false
  var fillsContent = false
  /// The start of the current value, as long as it can be `refresh`.
  var beginning = ""

  static let text = MarkupState()

  /// The elements that contain no tags in HTML, only text, but do in SVG.
  static let rawElements: Set = ["title", "textarea", "style", "xmp", "iframe", "noembed", "noframes"]

  var kind: AttributeKind { AttributeKind(attribute, of: element) }

  /// Whether the next character begins an address.
  var isBeforeAddress: Bool {
    switch (mode, kind) {
    case (.value, _): address == .start
    case (.beforeValue, .address), (.beforeValue, .addresses): !isEndTag
    case _: false
    }
  }

  /// The attribute of the current address, while the address's scheme is undecided.
  var openAddress: String? {
    switch address {
    case .start, .scheme, .printed: attribute
    case .decided, nil: nil
    }
  }
}

/// How a browser interprets an attribute's value.
enum AttributeKind: Hashable {
  case plain
  /// A URL.
  case address
  /// Several URLs, with their separator beside whitespace.
  case addresses(separator: Unicode.Scalar)
  case style
  /// An HTML document.
  case page
  case script

  init(_ name: String, of element: String) {
    switch name {
    case "style": self = .style
    case "srcdoc": self = .page
    case "srcset", "imagesrcset", "ping", "archive", "attributionsrc": self = .addresses(separator: ",")
    case "to", "from", "by", "values": self = Self.animations.contains(element) ? .addresses(separator: ";") : .plain
    case _ where Self.addressNames.contains(name): self = .address
    case _ where name.hasPrefix("on") && name.unicodeScalars.count > 2: self = .script
    default: self = .plain
    }
  }

  private static let animations: Set = ["animate", "animatecolor", "animatemotion", "animatetransform", "set"]
  private static let addressNames: Set = [
    "action", "background", "cite", "classid", "code", "codebase", "data", "dynsrc", "formaction", "href", "icon",
    "longdesc", "lowsrc", "manifest", "poster", "profile", "src", "usemap", "xlink:href", "xml:base",
  ]
}

/// How much of an address's scheme is known (WHATWG URL Standard, section 4.4).
enum AddressState: Hashable {
  /// Nothing was read yet.
  case start
  /// The text read so far can be the beginning of a scheme.
  case scheme(String)
  /// A tag begins the address, and the text after it could still complete a scheme.
  case printed
  /// The scheme is known, or there is none.
  case decided

  /// An invalid beginning of an address.
  enum Problem: Error, Hashable {
    case scheme(String)
    /// A character reference, which could encode any character.
    case reference
    /// A tag's text and the text after it could form a scheme together.
    case puttingTogether
  }

  /// The state after a character of the template.
  func after(_ scalar: Unicode.Scalar) throws(Problem) -> AddressState {
    // URL parsers remove these characters everywhere.
    if ["\t", "\n", "\r"].contains(scalar) { return self }
    switch self {
    case .start:
      if scalar.value <= 0x20 { return .start }
      if scalar == "&" { throw .reference }
      return scalar.isASCIILetter ? .scheme(String(scalar).lowercased()) : .decided
    case .scheme(let scheme):
      if scalar == "&" { throw .reference }
      guard scalar != ":" else {
        guard Address.schemes.contains(scheme) else { throw .scheme(scheme) }
        return .decided
      }
      return scalar.canStandInScheme ? .scheme(scheme + String(scalar).lowercased()) : .decided
    case .printed:
      guard scalar != ":", scalar != "&", !scalar.canStandInScheme else { throw .puttingTogether }
      return .decided
    case .decided: return .decided
    }
  }
}

/// Validates the text of an address attribute.
enum Address {
  static let schemes: Set = ["http", "https", "mailto"]
  /// Replaces an address with any other scheme; leads nowhere.
  static let refused = "about:invalid"

  /// The address, if it is relative or has an allowed scheme; else ``refused``.
  static func checked(_ text: String) -> String {
    // Fast path: most addresses are paths or queries.
    if let first = text.utf8.first, first == UInt8(ascii: "/") || first == UInt8(ascii: "?") { return text }
    var state = AddressState.start
    for scalar in text.unicodeScalars {
      do throws(AddressState.Problem) {
        state = try scalar == "&" ? .decided : state.after(scalar)
      } catch {
        return refused
      }
      if state == .decided { return text }
    }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }

  fileprivate var canStandInScheme: Bool {
    isASCIILetter || ("0"..."9").contains(self) || ["+", "-", "."].contains(self)
  }
}
