/// An element of a page.
struct Element: Hashable, Sendable {
  let name: String
  let attributes: [String: String]
  var children: [Node] = []

  enum Node: Hashable, Sendable {
    case text(String)
    case element(Element)
  }

  subscript(attribute: String) -> String? { attributes[attribute] }

  /// The text of all descendants, unchanged.
  var text: String {
    children.map { child in
      switch child {
      case .text(let text): text
      case .element(let element): element.text
      }
    }.joined()
  }

  /// The element and its descendants, in document order.
  var everything: [Element] {
    [self]
      + children.flatMap { child in
        switch child {
        case .text: [Element]()
        case .element(let element): element.everything
        }
      }
  }

  func all(_ matches: (Element) -> Bool) -> [Element] { everything.filter(matches) }
  func all(_ name: String) -> [Element] { all { $0.name == name } }
  func first(_ matches: (Element) -> Bool) -> Element? { everything.first(where: matches) }
  func first(_ name: String) -> Element? { first { $0.name == name } }
  func element(id: String) -> Element? { first { $0["id"] == id } }
}

/// Parses the pages of this app strictly: elements are closed in order, attributes are in double quotes and occur once. A browser
/// would be lenient; a test should not.
struct HTMLReader {
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  private static let void: Set<String> = ["br", "hr", "img", "input", "link", "meta"]
  private static let raw: Set<String> = ["textarea", "title"]

  private let bytes: [UInt8]
  private var place = 0

  static func page(_ html: String) throws(Problem) -> Element {
    var reader = HTMLReader(bytes: Array(html.utf8))
    guard reader.skip("<!doctype html>") else { throw Problem(description: "no doctype: \(html.prefix(200))") }
    return try reader.children(of: Element(name: "page", attributes: [:]))
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private mutating func children(of parent: Element) throws(Problem) -> Element {
    var parent = parent
    while place < bytes.count {
      let text = take { $0 != UInt8(ascii: "<") }
      if !text.isEmpty { parent.children.append(.text(Self.unescaped(text))) }
      if skip("</") {
        let name = Self.string(take { $0 != UInt8(ascii: ">") })
        guard name == parent.name else { throw Problem(description: "</\(name)> closes <\(parent.name)>") }
        place += 1
        return parent
      }
      if skip("<") { parent.children.append(.element(try element())) }
    }
    guard parent.name == "page" else { throw Problem(description: "<\(parent.name)> is not closed") }
    return parent
  }

  private mutating func element() throws(Problem) -> Element {
    let name = Self.string(take(Self.isName))
    guard !name.isEmpty else { throw problem("a < that opens nothing") }
    var attributes: [String: String] = [:]
    while true {
      _ = take { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
      if skip("/>") { return Element(name: name, attributes: attributes) }
      if skip(">") { break }
      let attribute = Self.string(take(Self.isName))
      guard !attribute.isEmpty else { throw problem("no attribute of <\(name)>") }
      var value = ""
      if skip("=") {
        guard skip("\"") else { throw problem("\(attribute) of <\(name)> is not in double quotes") }
        value = Self.unescaped(take { $0 != UInt8(ascii: "\"") })
        place += 1
      }
      guard attributes.updateValue(value, forKey: attribute) == nil else {
        throw problem("<\(name)> has \(attribute) twice")
      }
    }
    let element = Element(name: name, attributes: attributes)
    if Self.void.contains(name) { return element }
    return Self.raw.contains(name) ? try rawText(of: element) : try children(of: element)
  }

  /// Text up to the end tag. A line break right at its start is dropped, as in HTML.
  private mutating func rawText(of element: Element) throws(Problem) -> Element {
    var element = element
    if element.name == "textarea" { _ = skip("\n") }
    let text = take { $0 != UInt8(ascii: "<") }
    guard skip("</\(element.name)>") else { throw problem("<\(element.name)> is not closed") }
    element.children = [.text(Self.unescaped(text))]
    return element
  }

  private mutating func take(_ belongs: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = place
    while place < bytes.count, belongs(bytes[place]) { place += 1 }
    return bytes[start..<place]
  }

  private mutating func skip(_ text: String) -> Bool {
    guard bytes[place...].starts(with: text.utf8) else { return false }
    place += text.utf8.count
    return true
  }

  private func problem(_ words: String) -> Problem {
    Problem(description: "\(words): \(Self.string(bytes[max(0, place - 60)..<min(bytes.count, place + 60)]))")
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  private static func string(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func unescaped(_ text: ArraySlice<UInt8>) -> String {
    guard text.contains(UInt8(ascii: "&")) else { return string(text) }
    var plain: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      let entity = byte == UInt8(ascii: "&") ? entities.first { rest.starts(with: $0.name.utf8) } : nil
      if let entity {
        rest = rest.dropFirst(entity.name.utf8.count)
        plain.append(contentsOf: entity.text.utf8)
      } else {
        plain.append(byte)
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }

  private static let entities: [(name: String, text: String)] = [
    ("lt;", "<"), ("gt;", ">"), ("quot;", "\""), ("#39;", "'"), ("amp;", "&"), ("#8296;", "\u{2068}"),
    ("#8297;", "\u{2069}"),
  ]
}
