/// Where a browser's tokenizer stands in the markup of a template (WHATWG HTML Standard, section 13.2.5), as far as it decides what
/// a template may have there.
///
/// Where the standard goes by what stands around, in foreign content above all, the tokenizer of a template goes both ways: there
/// is a state for each.
struct MarkupState: Hashable {
  enum Quote: Unicode.Scalar {
    case single = "'"
    case double = "\""
  }

  enum Mode: Hashable {
    case text
    /// The text of an element whose tags are text, such as a title, with as much of its end tag as was read.
    case rawText(of: String, end: String)
    /// Behind `<`.
    case tagOpen
    /// Behind `</`.
    case endTagOpen
    case tagName
    /// In a tag, where an attribute can begin.
    case beforeAttribute
    case attributeName
    case afterAttributeName
    /// Behind the equals sign.
    case beforeValue
    /// In a value; without quotes where nil.
    case value(Quote?)
    /// Behind `<!`, with what was read since.
    case declaration(String)
    /// In something that ends with the next `>`.
    case bogusComment
    /// In a comment, with the last three characters of it; `^` stands for its start.
    case comment(last: String)
    /// In a CDATA section, with its last two characters.
    case characterData(last: String)
  }

  var mode = Mode.text
  /// The tag that is read, in lower case.
  var element = ""
  var isEndTag = false
  /// The attribute that is read, in lower case.
  var attribute = ""
  /// How far the address is that is read; nil in what is no address.
  var address: AddressState?
  /// Whether the tag is a `meta` that has `http-equiv="refresh"`, and one whose `content` a tag fills.
  var refreshes = false
  var fillsContent = false
  /// The start of the value that is read, as long as it can be `refresh`.
  var beginning = ""

  static let text = MarkupState()

  /// The elements whose text has no tags in it in HTML, and has some in SVG.
  static let rawElements: Set = ["title", "textarea", "style", "xmp", "iframe", "noembed", "noframes"]

  /// What kind of value the attribute has.
  var kind: AttributeKind { AttributeKind(attribute, of: element) }

  /// The attribute whose address is read, as long as its scheme can be any.
  var openAddress: String? {
    switch address {
    case .start, .scheme, .printed: attribute
    case .decided, nil: nil
    }
  }
}

/// What an attribute's value is to a browser.
enum AttributeKind: Hashable {
  case plain
  /// An address.
  case address
  /// Addresses, and what separates them beside blanks.
  case addresses(separator: Unicode.Scalar)
  /// CSS.
  case style
  /// A page of its own.
  case page
  /// A script.
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
