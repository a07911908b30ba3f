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
    case "to", "from", "by", "values":
      self = Self.animations.contains(element) ? .addresses(separator: ";") : .plain
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
