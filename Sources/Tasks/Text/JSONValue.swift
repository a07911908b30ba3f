/// A value in a JSON text (RFC 8259), read where it stands: only what is asked for is decoded, so that a large file costs little
/// memory. Reading all parts of a text once is linear in its size for each level that is looked into.
///
/// By hand, because `JSONDecoder` takes 54 bytes and 1.5 µs for each empty object, 1.1 GB for a file of 64 MB, and refuses whole files for
/// half of a surrogate pair or a number like 1e400.
package struct JSONValue {
  /// The text from the value's first byte on.
  private let text: Bytes

  /// The whole text. It is checked once, so that reading its parts can't fail.
  package init(checking text: Bytes) throws(JSONProblem) {
    try JSONCursor.check(text)
    self.text = text.drop { $0.isSpace }
  }

  fileprivate init(at text: Bytes) { self.text = text }

  /// The value of a string, its escapes decoded; nil for any other value.
  package var string: String? { bytes?.text }

  /// The UTF-8 of a string; nil for any other value. A string that is longer than any value of a task is cut.
  package var bytes: Bytes? {
    guard text.first == UInt8(ascii: "\"") else { return nil }
    var cursor = JSONCursor(text)
    let content = cursor.string().dropFirst().dropLast().prefix(Self.mostStringBytes)
    return content.contains(UInt8(ascii: "\\")) ? JSONEscapes.decoded(content)[...] : content
  }

  /// The value as text: a string, or another value as it stands, at most 200 bytes; nil for `null`, `false` and an empty string.
  package var written: String? {
    if isNull || text.first == UInt8(ascii: "f") { return nil }
    var cursor = JSONCursor(text)
    let written = string ?? cursor.value().trimmed.beginning(bytes: 200).text
    return written.isEmpty ? nil : written
  }

  /// The value of a number; nil for any other value.
  package var number: Double? {
    guard let first = text.first, first.isDigit || first == UInt8(ascii: "-") else { return nil }
    return Double(text.prefix { $0.isDigit || "+-.eE".utf8.contains($0) }.beginning(bytes: 64).text)
  }

  /// The value of a number without a fraction that is not too large; nil for any other value.
  package var integer: Int? {
    guard let number, number.rounded() == number, abs(number) < 1e15 else { return nil }
    return Int(number)
  }

  /// Whether it is `true`.
  package var isTrue: Bool { text.first == UInt8(ascii: "t") }
  /// Whether it is `null`.
  var isNull: Bool { text.first == UInt8(ascii: "n") }
  package var isObject: Bool { text.first == UInt8(ascii: "{") }
  /// Whether it is neither an object nor an array.
  package var isScalar: Bool { !isObject && !isArray }
  package var isArray: Bool { text.first == UInt8(ascii: "[") }

  /// The items of an array; none for any other value.
  package var items: Items { JSONParts(of: isArray ? text : []).lazy.map(\.value) }

  package typealias Items = LazyMapSequence<JSONParts, JSONValue>

  /// One member of an object, without the others in memory.
  package subscript(name: String) -> JSONValue? { pairs.reduce(nil) { $1.name == name ? $1.value : $0 } }

  /// The members of an object by name; none for any other value. Of two members of one name, the last counts. Objects with very many
  /// members are no records, and are cut.
  package var members: [String: JSONValue] {
    Dictionary(pairs.prefix(Self.mostMembers).lazy.map { ($0.name, $0.value) }) { $1 }
  }

  /// The members of an object in their order; none for any other value.
  package var pairs: JSONParts { JSONParts(of: isObject ? text : []) }

  private static let mostMembers = 2_000
  private static let mostStringBytes = 4 * Limits.notesBytes
}

/// The items of an array or the members of an object, one after the other.
package struct JSONParts: Sequence, IteratorProtocol {
  private var cursor: JSONCursor
  private let haveNames: Bool

  fileprivate init(of text: Bytes) { (cursor, haveNames) = (JSONCursor(text), text.first == UInt8(ascii: "{")) }

  package mutating func next() -> (name: String, value: JSONValue)? {
    guard cursor.enter() else { return nil }
    let name = haveNames ? JSONValue(at: cursor.name()).string : nil
    return (name ?? "", JSONValue(at: cursor.value()))
  }
}

extension JSONValue {
  /// The items of a value that is not there.
  package static var none: Items { JSONParts(of: []).lazy.map(\.value) }

  /// The members of a value that is not there.
  package static var noPairs: JSONParts { JSONParts(of: []) }

  /// The objects of a value that is not there.
  package static var noObjects: LazyMapSequence<JSONParts, [String: JSONValue]> { none.map(\.members) }

  /// The members of the items of an array.
  package var objects: LazyMapSequence<JSONParts, [String: JSONValue]> { items.map(\.members) }

  /// The items of an array, all in memory, but their members where they stand.
  /// - Throws: `tooManyTasks` if there are more than `most`.
  package func items(most: Int) throws(UnreadableList) -> [JSONValue] {
    var all: [JSONValue] = []
    for item in items {
      guard all.count < most else { throw .tooManyTasks }
      all.append(item)
    }
    return all
  }
}

/// The escapes in JSON strings (RFC 8259, section 7).
enum JSONEscapes {
  /// The UTF-8 of the content of a string. A surrogate without its other half becomes U+FFFD.
  static func decoded(_ content: Bytes) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(content.count)
    var rest = content
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
        text.append(byte)
        continue
      }
      switch escape {
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "n"): text.append(.lineFeed)
      case UInt8(ascii: "r"): text.append(.carriageReturn)
      case UInt8(ascii: "t"): text.append(.tab)
      case UInt8(ascii: "u"): text.append(contentsOf: String(scalar(&rest)).utf8)
      default: text.append(escape)
      }
    }
    return text
  }

  /// The value of four hexadecimal digits at the beginning; nil for anything else.
  static func unit(_ text: Bytes) -> UInt16? {
    let digits = text.prefix(4)
    guard digits.count == 4 else { return nil }
    return digits.reduce(0) { (unit: UInt16?, digit) in
      let value: UInt8? =
        switch digit.lowercased {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit.lowercased - UInt8(ascii: "a") + 10
        default: nil
        }
      return unit.flatMap { unit in value.map { unit << 4 | UInt16($0) } }
    }
  }

  private static func scalar(_ rest: inout Bytes) -> Unicode.Scalar {
    let unit = UInt32(Self.unit(rest) ?? 0xFFFD)
    rest = rest.dropFirst(4)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, rest.first == UInt8(ascii: "\\"), rest.dropFirst().first == UInt8(ascii: "u"),
      let low = Self.unit(rest.dropFirst(2)), 0xDC00...0xDFFF ~= low,
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + UInt32(low) - 0xDC00)
    else { return "\u{FFFD}" }
    rest = rest.dropFirst(6)
    return scalar
  }
}
