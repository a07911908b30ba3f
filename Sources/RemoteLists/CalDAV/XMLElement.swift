/// A name in XML, with its namespace (Namespaces in XML 1.0).
struct XMLName: Hashable, Sendable {
  let namespace: String
  let local: String

  static func dav(_ local: String) -> XMLName { XMLName(namespace: "DAV:", local: local) }
  static func calDAV(_ local: String) -> XMLName { XMLName(namespace: "urn:ietf:params:xml:ns:caldav", local: local) }
  static func calendarServer(_ local: String) -> XMLName {
    XMLName(namespace: "http://calendarserver.org/ns/", local: local)
  }
}

/// An element, with all that is in it.
struct XMLElement: Hashable, Sendable {
  let name: XMLName
  var attributes: [String: String] = [:]
  /// The text that stands directly in it.
  var text = ""
  var children: [XMLElement] = []

  func children(_ name: XMLName) -> [XMLElement] { children.filter { $0.name == name } }

  func first(_ name: XMLName) -> XMLElement? { children.first { $0.name == name } }
}

/// Why a document can't be read.
enum XMLProblem: Error, Hashable, Sendable {
  /// It is not well formed, not in UTF-8, or declares something: a document type is read from nobody.
  case malformed
  /// Deeper, or of more elements, than is read.
  case tooLarge
}
