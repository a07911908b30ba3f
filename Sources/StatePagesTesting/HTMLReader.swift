/// An element of a page.
///
/// ```swift
/// let shelf = try await browser.open("/books").html
/// #expect(shelf.state("books") == "content")
/// #expect(shelf.all("li").map(\.text) == ["Emma", "Persuasion"])
/// #expect(shelf.element(id: "name")?["value"] == "Ann")
/// ```
public struct HTMLElement: Hashable, Sendable {
  /// The name of the tag.
  public let name: String
  /// The attributes.
  public let attributes: [String: String]
  /// The text and elements inside, in order.
  package var children: [Node]

  /// A part of an element.
  package enum Node: Hashable, Sendable {
    /// Text, without entities.
    case text(String)
    case element(HTMLElement)
  }

  package init(name: String, attributes: [String: String], children: [Node] = []) {
    self.name = name
    self.attributes = attributes
    self.children = children
  }

  /// The elements of a page, with its doctype, in one named `page`.
  ///
  /// ```swift
  /// let page = try HTMLElement(page: try await visit.end().html)
  /// #expect(page.state("books") == "content")
  /// ```
  ///
  /// Parsed strictly: elements are closed in order, attributes are in double quotes and occur once.
  /// - Throws: why it is not well-formed, with the text around it.
  public init(page html: String) throws { self = try HTMLReader.page(html) }

  /// The value of an attribute; nil if the element has none.
  public subscript(attribute: String) -> String? { attributes[attribute] }

  /// The text of all descendants, unchanged.
  public var text: String {
    children.map { child in
      switch child {
      case .text(let text): text
      case .element(let element): element.text
      }
    }.joined()
  }

  /// The element and its descendants, in document order.
  public var everything: [HTMLElement] {
    [self]
      + children.flatMap { child in
        switch child {
        case .text: [HTMLElement]()
        case .element(let element): element.everything
        }
      }
  }

  /// The elements that match, itself included.
  public func all(_ matches: (HTMLElement) -> Bool) -> [HTMLElement] { everything.filter(matches) }
  /// The elements of a name.
  public func all(_ name: String) -> [HTMLElement] { all { $0.name == name } }
  /// The first element that matches.
  public func first(_ matches: (HTMLElement) -> Bool) -> HTMLElement? { everything.first(where: matches) }
  /// The first element of a name.
  public func first(_ name: String) -> HTMLElement? { first { $0.name == name } }
  /// The element with an id.
  public func element(id: String) -> HTMLElement? { first { $0["id"] == id } }
}

/// Parses HTML strictly: elements are closed in order, attributes are in double quotes and occur once. A browser would be lenient; a
/// test should not.
package struct HTMLReader {
  /// Why a text is not well-formed.
  package struct Problem: Error, CustomStringConvertible, Sendable {
    /// The problem and the text around it.
    package let description: String
  }

  private static let void: Set<String> = ["base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"]
  private static let raw: Set<String> = ["textarea", "title"]

  private let bytes: [UInt8]
  private var place = 0

  /// Parses a page, with its doctype.
  /// - Returns: an element named `page` with everything in it.
  /// - Throws: why it is not well-formed, with the text around it.
  package static func page(_ html: String) throws -> HTMLElement {
    var reader = HTMLReader(bytes: Array(html.utf8))
    guard reader.skip("<!doctype html>") else { throw Problem(description: "no doctype: \(html.prefix(200))") }
    return try reader.children(of: HTMLElement(name: "page", attributes: [:]))
  }

  /// Parses a part of a page.
  /// - Returns: an element named `page` with everything in it.
  package static func fragment(_ html: String) throws -> HTMLElement {
    var reader = HTMLReader(bytes: Array(html.utf8))
    return try reader.children(of: HTMLElement(name: "page", attributes: [:]))
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func children(of parent: HTMLElement) throws(Problem) -> HTMLElement {
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

  private mutating func element() throws(Problem) -> HTMLElement {
    let name = Self.string(take(Self.isName))
    guard !name.isEmpty else { throw problem("a < that opens nothing") }
    var attributes: [String: String] = [:]
    while true {
      _ = take { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
      if skip("/>") { return HTMLElement(name: name, attributes: attributes) }
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
    let element = HTMLElement(name: name, attributes: attributes)
    if Self.void.contains(name) { return element }
    return Self.raw.contains(name) ? try rawText(of: element) : try children(of: element)
  }

  /// Text up to the end tag. A line break right at its start is dropped, as in HTML.
  private mutating func rawText(of element: HTMLElement) throws(Problem) -> HTMLElement {
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

/// The states of the regions on a page.
extension HTMLElement {
  /// The element of a region; nil while it has only a placeholder.
  public func region(_ name: String) -> HTMLElement? { first { $0["data-region"] == name } }

  /// The placeholder of a region that was still loading when the page began; it stays in the text of a streamed page.
  public func placeholder(for region: String) -> HTMLElement? { first { $0["data-placeholder-for"] == region } }

  /// The state of a region and its reason: `content`, `empty/all-done`, `failed/conflict`; nil if it has no element. The kind of a
  /// failure is not in it: `failed/job-unknown` for one that is gone for this reason.
  public func state(_ region: String) -> String? { self.region(region)?.stateAndReason }

  /// The states of all regions, by name.
  public var states: [String: String] {
    let regions = all { $0["data-region"] != nil }
    return regions.reduce(into: [:]) { states, region in
      if let name = region["data-region"] { states[name] = region.stateAndReason }
    }
  }

  private var stateAndReason: String {
    [self["data-state"], self["data-reason"]].compactMap(\.self).joined(separator: "/")
  }
}
