/// An expanded name: namespace and local name (Namespaces in XML 1.0).
struct XMLName: Hashable, Sendable {
  let namespace: String
  let local: String

  static func dav(_ local: String) -> XMLName { XMLName(namespace: "DAV:", local: local) }
  static func calDAV(_ local: String) -> XMLName { XMLName(namespace: "urn:ietf:params:xml:ns:caldav", local: local) }
  static func calendarServer(_ local: String) -> XMLName {
    XMLName(namespace: "http://calendarserver.org/ns/", local: local)
  }
}

/// An XML element with its attributes, text and children.
struct XMLElement: Hashable, Sendable {
  let name: XMLName
  var attributes: [String: String] = [:]
  /// The element's own text, without that of its children.
  var text = ""
  var children: [XMLElement] = []

  func children(_ name: XMLName) -> [XMLElement] { children.filter { $0.name == name } }

  func first(_ name: XMLName) -> XMLElement? { children.first { $0.name == name } }
}

/// Why an XML document was rejected.
enum XMLProblem: Error, Hashable, Sendable {
  /// The document is not well formed or not in UTF-8, or it contains a document type declaration.
  case malformed
  /// The document exceeds the limit on depth or number of elements.
  case tooLarge
}
