import RemoteLists

struct DavXML {
  /// The namespaces of the elements that the app writes, by their prefixes, which the root element declares.
  private static let prefixes = [
    "DAV:": "D", "urn:ietf:params:xml:ns:caldav": "C", "http://calendarserver.org/ns/": "S",
    "http://apple.com/ns/ical/": "A",
  ]

  /// The declaration, and the beginning of a root element.
  static func document(_ root: String, _ content: String) -> String {
    let namespaces = prefixes.sorted { $0.value < $1.value }.map { " xmlns:\($1)=\"\($0)\"" }.joined()
    return "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<\(root)\(namespaces)>\(content)</\(root)>\n"
  }

  static func element(_ name: XMLName, _ content: String = "", _ attributes: String = "") -> String {
    let (tag, namespace) =
      if let prefix = prefixes[name.namespace] {
        ("\(prefix):\(name.local)", "")
      } else if name.namespace.isEmpty {
        (name.local, "")
      } else {
        ("x:\(name.local)", " xmlns:x=\"\(escaped(name.namespace))\"")
      }
    return content.isEmpty
      ? "<\(tag)\(namespace)\(attributes)/>" : "<\(tag)\(namespace)\(attributes)>\(content)</\(tag)>"
  }

  /// An element with its attributes and children, as a client sent it. It declares all of its namespaces.
  static func text(of element: XMLElement) -> String {
    let attributes = element.attributes.sorted { $0.key < $1.key }
      .map { $0.key.contains(":") && !$0.key.hasPrefix("xml:") ? "" : " \($0.key)=\"\(escaped($0.value))\"" }.joined()
    let content = escaped(element.text) + element.children.map(text).joined()
    let start = "\(element.name.local) xmlns=\"\(escaped(element.name.namespace))\"\(attributes)"
    return content.isEmpty ? "<\(start)/>" : "<\(start)>\(content)</\(element.name.local)>"
  }

  /// Text as content or in an attribute. A carriage return would be read as a line feed; other control characters have no form in XML.
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
      case 0x09, 0x0A, 0x20...: escaped.append(byte)
      default: escaped += "\u{FFFD}".utf8
      }
    }
    return String(decoding: escaped, as: UTF8.self).replacing("\u{FFFE}", with: "\u{FFFD}")
      .replacing("\u{FFFF}", with: "\u{FFFD}")
  }

  static func href(_ address: String) -> String { element(.dav("href"), escaped(address)) }
}

extension XMLName {
  static func apple(_ local: String) -> XMLName { XMLName(namespace: "http://apple.com/ns/ical/", local: local) }
}

/// The body of a response about several resources (RFC 4918, section 13).
struct MultiStatus {
  private var responses = ""

  /// The size so far, in bytes.
  var size: Int { responses.utf8.count }

  /// Adds a resource with the properties that were found, and the names of those that it lacks.
  mutating func add(_ href: String, _ found: [String], missing: [XMLName] = []) {
    var parts = ""
    if !found.isEmpty || missing.isEmpty { parts += Self.part(found.joined(), "200 OK") }
    if !missing.isEmpty { parts += Self.part(missing.map { DavXML.element($0) }.joined(), "404 Not Found") }
    responses += "\n" + DavXML.element(.dav("response"), DavXML.href(href) + parts)
  }

  mutating func add(_ href: String, statuses: [(properties: [XMLName], status: String)]) {
    let parts = statuses.filter { !$0.properties.isEmpty }
      .map { Self.part($0.properties.map { DavXML.element($0) }.joined(), $0.status) }
    responses += "\n" + DavXML.element(.dav("response"), DavXML.href(href) + parts.joined())
  }

  mutating func add(_ href: String, status: String, _ error: String = "") {
    responses +=
      "\n"
      + DavXML.element(
        .dav("response"), DavXML.href(href) + DavXML.element(.dav("status"), "HTTP/1.1 \(status)") + error)
  }

  func text(_ end: String = "") -> String { DavXML.document("D:multistatus", responses + end + "\n") }

  private static func part(_ properties: String, _ status: String) -> String {
    DavXML.element(
      .dav("propstat"), DavXML.element(.dav("prop"), properties) + DavXML.element(.dav("status"), "HTTP/1.1 \(status)"))
  }
}
