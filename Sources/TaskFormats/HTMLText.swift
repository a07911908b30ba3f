import Tasks

/// The text of HTML, as notes of other apps have it: paragraphs, lists and links, without their markup.
enum HTMLText {
  /// Text without any tag is returned as it is.
  static func plain(_ html: Bytes) -> Bytes {
    guard html.contains(UInt8(ascii: "<")) || html.contains(UInt8(ascii: "&")) else { return html }
    var text: [UInt8] = []
    text.reserveCapacity(html.count)
    var link: Bytes?
    // The length of the text at the last mark of an item: what follows stays on its line.
    var mark = 0
    var rest = html
    // The end of the next tag, found once, so that many openings cost no more.
    var end = html.firstIndex(of: UInt8(ascii: ">"))
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "<"):
        if let last = end, last < rest.startIndex { end = rest.firstIndex(of: UInt8(ascii: ">")) }
        guard let end, let tag = Tag(rest[..<end]) else {
          text.append(byte)
          rest = rest.dropFirst()
          continue
        }
        rest = rest[(end + 1)...]
        switch tag.kind {
        case .line: if text.count != mark { breakLine(&text) }
        case .item(let isChecked):
          breakLine(&text)
          text += (isChecked.map { $0 ? "- [x] " : "- [ ] " } ?? "- ").utf8
          mark = text.count
        case .box(let isChecked):
          // The box of an item whose tag says so was written with the item.
          guard text.count != mark || text.last != .space || text.dropLast().last != UInt8(ascii: "]") else { break }
          text += (isChecked ? "[x] " : "[ ] ").utf8
          mark = text.count
        case .link(let target): link = target
        case .endOfLink:
          // A link whose text is its target is written once.
          if let target = link, !text.suffix(target.count).elementsEqual(target) {
            text += " (".utf8 + Array(decoded(target)) + ")".utf8
          }
          link = nil
        case .other: break
        }
      case UInt8(ascii: "&"): takeReference(from: &rest, to: &text)
      default:
        if byte != .space || text.count != mark || mark == 0 { text.append(byte) }
        rest = rest.dropFirst()
      }
    }
    return text[...].trimmed
  }

  private static func breakLine(_ text: inout [UInt8]) {
    if !text.isEmpty, text.last != .lineFeed { text.append(.lineFeed) }
  }

  private struct Tag {
    enum Kind { case line, item(isChecked: Bool?), box(isChecked: Bool), link(Bytes), endOfLink, other }
    let kind: Kind

    /// - Parameter text: without the closing bracket. Nil if it is no tag.
    init?(_ text: Bytes) {
      let tag = text.dropFirst()
      guard let first = tag.first, first.isWord || first == UInt8(ascii: "/") || first == UInt8(ascii: "!"),
        tag.count <= 4_096
      else { return nil }
      let isEnd = first == UInt8(ascii: "/")
      let name = (isEnd ? tag.dropFirst() : tag).prefix { $0.isWord }
      switch String(decoding: name.map(\.lowercased), as: UTF8.self) {
      case "br": kind = .line
      case "p", "div", "ul", "ol", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre": kind = .line
      case "li": kind = isEnd ? .line : .item(isChecked: Self.check(tag))
      case "input":
        let isBox = tag.contains("type=\"checkbox") || tag.contains("type=checkbox") || tag.contains("type='checkbox")
        kind = isBox ? .box(isChecked: tag.contains(" checked")) : .other
      case "a": kind = isEnd ? .endOfLink : Self.target(tag).map(Kind.link) ?? .other
      case _: kind = .other
      }
    }

    /// Whether the item of a check list is checked; nil if it is of another list.
    private static func check(_ tag: Bytes) -> Bool? {
      guard tag.contains("data-checked=") else { return nil }
      return tag.contains("data-checked=\"true") || tag.contains("data-checked=true")
    }

    private static func target(_ tag: Bytes) -> Bytes? {
      let words = tag.split(whereSeparator: \.isSpace)
      guard let word = words.first(where: { $0.begins(with: "href=") }) else { return nil }
      let value = word.dropFirst(5)
      let quotes = "\"'".utf8
      let target = value.first.map(quotes.contains) == true ? value.dropFirst().prefix { !quotes.contains($0) } : value
      return target.begins(with: "http") || target.begins(with: "mailto:") ? target : nil
    }
  }

  private static func decoded(_ text: Bytes) -> [UInt8] {
    var decoded: [UInt8] = []
    var rest = text
    while let byte = rest.first {
      if byte == UInt8(ascii: "&") {
        takeReference(from: &rest, to: &decoded)
      } else {
        decoded.append(byte)
        rest = rest.dropFirst()
      }
    }
    return decoded
  }

  /// An ampersand that begins no reference is text.
  private static func takeReference(from rest: inout Bytes, to text: inout [UInt8]) {
    let reference = CharacterReference(rest)
    text += String(reference?.scalar ?? "&").utf8
    rest = rest.dropFirst(reference?.length ?? 1)
  }
}

/// A character reference of HTML (section 13.1.4): `&amp;`, `&#8217;`, `&#x2019;`.
struct CharacterReference {
  let scalar: Unicode.Scalar
  /// The number of its bytes.
  let length: Int

  private static let named: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ",
  ]

  /// Nil if the text begins with none that is known.
  init?(_ text: Bytes) {
    guard text.first == UInt8(ascii: "&"), let end = text.prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
      return nil
    }
    let name = text[..<end].dropFirst()
    let isHexadecimal = name.begins(with: "#x")
    let digits = name.first == UInt8(ascii: "#") ? name.dropFirst(isHexadecimal ? 2 : 1) : []
    let number = digits.allSatisfy(\.isWord) ? UInt32(digits.text, radix: isHexadecimal ? 16 : 10) : nil
    guard let scalar = Self.named[name.text] ?? number.flatMap(Unicode.Scalar.init) else { return nil }
    (self.scalar, length) = (scalar, end + 1 - text.startIndex)
  }
}
