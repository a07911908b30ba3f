/// An expanded name: namespace and local name (Namespaces in XML 1.0).
package struct XMLName: Hashable, Sendable {
  package let namespace, local: String

  package init(namespace: String, local: String) { (self.namespace, self.local) = (namespace, local) }

  package static func dav(_ local: String) -> XMLName { XMLName(namespace: "DAV:", local: local) }
  package static func calDAV(_ local: String) -> XMLName {
    XMLName(namespace: "urn:ietf:params:xml:ns:caldav", local: local)
  }
  package static func calendarServer(_ local: String) -> XMLName {
    XMLName(namespace: "http://calendarserver.org/ns/", local: local)
  }
}

/// An XML element with its attributes, text and children.
package struct XMLElement: Hashable, Sendable {
  package let name: XMLName
  package var attributes: [String: String] = [:]
  /// The element's own text, without that of its children.
  package var text = ""
  package var children: [XMLElement] = []

  package func children(_ name: XMLName) -> [XMLElement] { children.filter { $0.name == name } }

  package func first(_ name: XMLName) -> XMLElement? { children.first { $0.name == name } }
}

/// Why an XML document was rejected.
package enum XMLProblem: Error, Hashable, Sendable {
  /// The document is not well formed or not in UTF-8, or it contains a document type declaration.
  case malformed
  /// The document exceeds a limit on depth, number of elements, or names.
  case tooLarge
}

/// Parses untrusted XML (XML 1.0). It rejects document types, so only the five predefined entities exist. Memory use is linear
/// in the document's size. By hand, because FoundationXML would bind the server to the libxml2 and ICU of each system (39 MB).
package struct XMLReader {
  static let deepest = 64
  static let mostElements = 50_000
  /// The maximum size of a name and of a namespace, in bytes. Both may come again in an answer for each resource.
  static let longestName = 1 << 10

  private struct Open {
    var element: XMLElement
    let tag: Substring.UTF8View.SubSequence
    let namespaces: [String: String]
  }

  private var rest: Substring.UTF8View
  private var open: [Open] = []
  private var root: XMLElement?
  private var elements = 0

  /// Parses a document, and returns its root element.
  package static func read(_ bytes: [UInt8]) throws(XMLProblem) -> XMLElement {
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else { throw .malformed }
    var reader = XMLReader(rest: text[...].utf8)
    return try reader.document()
  }

  private init(rest: Substring.UTF8View) { self.rest = rest }

  private mutating func document() throws(XMLProblem) -> XMLElement {
    if skip("<?xml") { try takeDeclaration() }
    while !rest.isEmpty {
      try takeText(upTo("<") ?? takeRest())
      if rest.isEmpty { break }
      try takeMarkup()
    }
    guard open.isEmpty, let root else { throw .malformed }
    return root
  }

  private mutating func takeMarkup() throws(XMLProblem) {
    if skip("<!--") {
      guard upTo("-->") != nil else { throw .malformed }
      _ = skip("-->")
    } else if skip("<![CDATA[") {
      guard !open.isEmpty, let text = upTo("]]>") else { throw .malformed }
      open[open.count - 1].element.text += Substring(text)
      _ = skip("]]>")
    } else if skip("<?") {
      guard upTo("?>") != nil else { throw .malformed }
      _ = skip("?>")
    } else if skip("</") {
      try close()
    } else if !rest.starts(with: "<!".utf8), skip("<") {
      try begin()
    } else {
      throw .malformed
    }
  }

  /// Consumes an XML declaration after `<?xml`, and checks its encoding.
  private mutating func takeDeclaration() throws(XMLProblem) {
    guard let declaration = upTo("?>").map({ String(Substring($0)).lowercased() }), skip("?>") else { throw .malformed }
    guard let encoding = declaration.firstMatch(of: /encoding\s*=\s*["']([^"']*)["']/)?.output.1 else { return }
    guard ["utf-8", "us-ascii"].contains(encoding) else { throw .malformed }
  }

  private mutating func takeText(_ text: Substring.UTF8View) throws(XMLProblem) {
    guard !open.isEmpty else {
      guard text.allSatisfy(Self.isSpace) else { throw .malformed }
      return
    }
    open[open.count - 1].element.text += try Self.decoded(text)
  }

  private mutating func begin() throws(XMLProblem) {
    let tag = name()
    var attributes: [(name: Substring, value: String)] = []
    while true {
      let hasSpace = skipSpace()
      if skip("/>") { return try add(tag, attributes, isEmpty: true) }
      if skip(">") { return try add(tag, attributes, isEmpty: false) }
      let name = Substring(name())
      guard hasSpace, !name.isEmpty, attributes.count < Self.deepest else { throw .malformed }
      _ = skipSpace()
      guard skip("=") else { throw .malformed }
      _ = skipSpace()
      let quote = skip("\"") ? "\"" : "'"
      guard quote == "\"" || skip("'"), let value = upTo(quote), skip(quote) else { throw .malformed }
      guard !value.contains(UInt8(ascii: "<")) else { throw .malformed }
      attributes.append((name, try Self.decoded(value)))
    }
  }

  private mutating func add(
    _ tag: Substring.UTF8View, _ attributes: [(name: Substring, value: String)], isEmpty: Bool
  ) throws(XMLProblem) {
    guard !tag.isEmpty, root == nil || !open.isEmpty else { throw .malformed }
    elements += 1
    guard open.count < Self.deepest, elements <= Self.mostElements else { throw .tooLarge }
    var namespaces = open.last?.namespaces ?? ["xml": "http://www.w3.org/XML/1998/namespace"]
    var others: [String: String] = [:]
    for (name, value) in attributes {
      if name == "xmlns" {
        namespaces[""] = value
      } else if name.hasPrefix("xmlns:") {
        guard !value.isEmpty else { throw .malformed }
        namespaces[String(name.dropFirst("xmlns:".count))] = value
      } else {
        others[String(name)] = value
      }
    }
    // Each element inherits them, in a copy if it adds one.
    guard namespaces.count <= Self.deepest, tag.count <= Self.longestName else { throw .tooLarge }
    let parts = Substring(tag).split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let local = parts.last, !local.isEmpty else { throw .malformed }
    let prefix = parts.count == 2 ? String(parts[0]) : ""
    guard let namespace = namespaces[prefix] ?? (prefix.isEmpty ? "" : nil) else { throw .malformed }
    guard namespace.utf8.count <= Self.longestName else { throw .tooLarge }
    let element = XMLElement(name: XMLName(namespace: namespace, local: String(local)), attributes: others)
    if isEmpty { return keep(element) }
    open.append(Open(element: element, tag: tag, namespaces: namespaces))
  }

  private mutating func close() throws(XMLProblem) {
    let tag = name()
    _ = skipSpace()
    guard skip(">"), let last = open.popLast(), last.tag.elementsEqual(tag) else { throw .malformed }
    keep(last.element)
  }

  private mutating func keep(_ element: XMLElement) {
    if open.isEmpty { root = element } else { open[open.count - 1].element.children.append(element) }
  }
}

extension XMLReader {
  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  private mutating func skip(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  private mutating func skipSpace() -> Bool {
    let after = rest.drop(while: Self.isSpace)
    defer { rest = after }
    return after.startIndex != rest.startIndex
  }

  private mutating func name() -> Substring.UTF8View {
    let name = rest.prefix { byte in
      switch UnicodeScalar(byte) {
      case "A"..."Z", "a"..."z", "0"..."9", "_", "-", ".", ":": true
      case _: byte >= 0x80
      }
    }
    rest = rest[name.endIndex...]
    return name
  }

  /// Consumes and returns the text before a delimiter, without the delimiter; nil if there is none.
  private mutating func upTo(_ end: String) -> Substring.UTF8View? {
    let end = Array(end.utf8)
    var index = rest.startIndex
    while let next = rest[index...].firstIndex(of: end[0]) {
      if rest[next...].starts(with: end) {
        defer { rest = rest[next...] }
        return rest[..<next]
      }
      index = rest.index(after: next)
    }
    return nil
  }

  private mutating func takeRest() -> Substring.UTF8View {
    defer { rest = rest[rest.endIndex...] }
    return rest
  }

  private static let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

  private static func decoded(_ text: Substring.UTF8View) throws(XMLProblem) -> String {
    guard text.contains(UInt8(ascii: "&")) else { return String(Substring(text)) }
    var decoded = ""
    var rest = text
    while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
      decoded += Substring(rest[..<mark])
      // Longer than any valid reference, such as `&#1114111;`.
      let reference = rest[mark...].dropFirst().prefix(12)
      guard let end = reference.firstIndex(of: UInt8(ascii: ";")) else { throw .malformed }
      decoded += try character(String(Substring(reference[..<end])))
      rest = rest[rest.index(after: end)...]
    }
    return decoded + Substring(rest)
  }

  private static func character(_ reference: String) throws(XMLProblem) -> String {
    if let text = entities[reference] { return text }
    guard reference.hasPrefix("#") else { throw .malformed }
    let isHexadecimal = reference.hasPrefix("#x")
    let digits = reference.dropFirst(isHexadecimal ? 2 : 1)
    guard let number = UInt32(digits, radix: isHexadecimal ? 16 : 10), number > 0, let scalar = UnicodeScalar(number)
    else { throw .malformed }
    return String(scalar)
  }
}
