import RemoteLists

/// Prints XML whose root element declares the namespaces of all elements, each once.
struct DavXML: Sendable {
  /// The namespaces of the elements that the app has, by their prefixes.
  private static let own = [
    "DAV:": "D", "urn:ietf:params:xml:ns:caldav": "C", "http://calendarserver.org/ns/": "S",
    "http://apple.com/ns/ical/": "A", "https://bitfire.at/webdav-push": "P",
  ]

  private var prefixes = own

  /// - Parameter names: names that a client has sent, and that are in the answer.
  init(declaring names: [XMLName] = []) {
    for name in names where !name.namespace.isEmpty && prefixes[name.namespace] == nil {
      prefixes[name.namespace] = "x\(prefixes.count)"
    }
  }

  /// The declaration of XML, and the start tag of a root element.
  func start(_ root: String) -> String {
    let namespaces = prefixes.sorted { $0.value < $1.value }.map { " xmlns:\($1)=\"\(Self.escaped($0))\"" }.joined()
    return "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<\(root)\(namespaces)>"
  }

  func end(_ root: String) -> String { "</\(root)>\n" }

  func element(_ name: XMLName, _ content: String = "", _ attributes: String = "") -> String {
    let (tag, namespace) =
      if let prefix = prefixes[name.namespace] {
        ("\(prefix):\(name.local)", "")
      } else if name.namespace.isEmpty {
        (name.local, "")
      } else {
        ("x:\(name.local)", " xmlns:x=\"\(Self.escaped(name.namespace))\"")
      }
    return content.isEmpty
      ? "<\(tag)\(namespace)\(attributes)/>" : "<\(tag)\(namespace)\(attributes)>\(content)</\(tag)>"
  }

  /// An element of the app's own namespaces.
  static func element(_ name: XMLName, _ content: String = "", _ attributes: String = "") -> String {
    DavXML().element(name, content, attributes)
  }

  static func href(_ address: String) -> String { element(.dav("href"), escaped(address)) }

  /// An element with its attributes and children, as a client sent it. It declares all of its namespaces.
  /// - Returns: nil for more than some bytes.
  static func text(of element: XMLElement, upTo most: Int) -> String? {
    var text = ""
    return write(element, in: nil, upTo: most, to: &text) ? text : nil
  }

  private static func write(_ element: XMLElement, in parent: String?, upTo most: Int, to text: inout String) -> Bool {
    let namespace =
      element.name.namespace == parent ? "" : " xmlns=\"\(escaped(element.name.namespace))\""
    let attributes = element.attributes.sorted { $0.key < $1.key }
      .map { $0.key.contains(":") && !$0.key.hasPrefix("xml:") ? "" : " \($0.key)=\"\(escaped($0.value))\"" }.joined()
    text += "<\(element.name.local)\(namespace)\(attributes)>" + escaped(element.text)
    for child in element.children {
      guard text.utf8.count <= most, write(child, in: element.name.namespace, upTo: most, to: &text) else {
        return false
      }
    }
    text += "</\(element.name.local)>"
    return text.utf8.count <= most
  }

  /// Text as content or in an attribute. A carriage return would be read as a line feed; other control characters, and U+FFFE and
  /// U+FFFF, have no form in XML.
  static func escaped(_ text: String) -> String {
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): escaped += "&amp;".utf8
      case UInt8(ascii: "<"): escaped += "&lt;".utf8
      case UInt8(ascii: ">"): escaped += "&gt;".utf8
      case UInt8(ascii: "\""): escaped += "&quot;".utf8
      case 0x0D: escaped += "&#13;".utf8
      case 0xBE, 0xBF: escaped.append(escaped.suffix(2) == [0xEF, 0xBF] ? 0xBD : byte)
      case 0x09, 0x0A, 0x20...: escaped.append(byte)
      default: escaped += "\u{FFFD}".utf8
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}

extension XMLName {
  static func apple(_ local: String) -> XMLName { XMLName(namespace: "http://apple.com/ns/ical/", local: local) }
}

/// The elements of a response about several resources (RFC 4918, section 13).
struct MultiStatus: Sendable {
  private static let root = "D:multistatus"

  private let xml: DavXML

  /// - Parameter names: the names that a client has sent.
  init(declaring names: [XMLName] = []) { xml = DavXML(declaring: names) }

  var start: String { xml.start(Self.root) }
  var end: String { "\n" + xml.end(Self.root) }

  /// A resource with the properties that were found, and the names of those that it lacks.
  func response(_ href: String, _ found: [String], missing: [XMLName] = []) -> String {
    var parts = ""
    if !found.isEmpty || missing.isEmpty { parts += part(found.joined(), "200 OK") }
    if !missing.isEmpty { parts += part(elements(missing), "404 Not Found") }
    return response(href, parts)
  }

  func response(_ href: String, statuses: [(properties: [XMLName], status: String)]) -> String {
    response(
      href, statuses.filter { !$0.properties.isEmpty }.map { part(elements($0.properties), $0.status) }.joined())
  }

  func response(_ href: String, status: String, _ error: String = "") -> String {
    response(href, DavXML.element(.dav("status"), "HTTP/1.1 \(status)") + error)
  }

  /// The elements of properties without their values.
  func elements(_ names: [XMLName]) -> String { names.map { xml.element($0) }.joined() }

  private func response(_ href: String, _ content: String) -> String {
    "\n" + DavXML.element(.dav("response"), DavXML.href(href) + content)
  }

  private func part(_ properties: String, _ status: String) -> String {
    DavXML.element(
      .dav("propstat"), DavXML.element(.dav("prop"), properties) + DavXML.element(.dav("status"), "HTTP/1.1 \(status)"))
  }
}
