/// A slice of a file.
package typealias Bytes = ArraySlice<UInt8>

extension UInt8 {
  package static let tab = UInt8(ascii: "\t")
  package static let lineFeed = UInt8(ascii: "\n")
  package static let carriageReturn = UInt8(ascii: "\r")
  package static let space = UInt8(ascii: " ")

  /// Whether it is ASCII white space.
  package var isSpace: Bool { self == .space || (self >= .tab && self <= .carriageReturn) }
  package var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
  /// Whether it is an ASCII letter or digit, or part of a non-ASCII character.
  package var isWord: Bool {
    isDigit || self >= 0x80 || (lowercased >= UInt8(ascii: "a") && lowercased <= UInt8(ascii: "z"))
  }
  /// The lower-case letter of an ASCII letter; other bytes unchanged.
  package var lowercased: UInt8 { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self }
  /// The upper-case letter of an ASCII letter; other bytes unchanged.
  package var uppercased: UInt8 { self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") ? self & 0xDF : self }
  /// Whether it is a UTF-8 continuation byte.
  package var isContinuation: Bool { self & 0xC0 == 0x80 }
}

extension Bytes {
  /// Without leading and trailing ASCII white space.
  package var trimmed: Bytes {
    var low = startIndex
    var high = endIndex
    while low < high, self[low].isSpace { low += 1 }
    while low < high, self[high - 1].isSpace { high -= 1 }
    return self[low..<high]
  }

  /// Whether it starts with a lower-case ASCII word, ignoring case.
  package func begins(with word: StaticString) -> Bool {
    guard count >= word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { letters in
      for (offset, letter) in letters.enumerated() where self[startIndex + offset].lowercased != letter { return false }
      return true
    }
  }

  /// Whether it equals a lower-case ASCII word, ignoring case.
  package func equals(_ word: StaticString) -> Bool { count == word.utf8CodeUnitCount && begins(with: word) }

  /// Whether it contains a lower-case ASCII word, ignoring case. Quadratic: for short slices only.
  package func contains(_ word: StaticString) -> Bool { indices.contains { self[$0...].begins(with: word) } }

  /// The value of the text, if it consists of one to nine decimal digits.
  package var number: Int? {
    guard !isEmpty, count <= 9 else { return nil }
    var number = 0
    for byte in self {
      guard byte.isDigit else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return number
  }

  /// The bytes as text; invalid UTF-8 becomes U+FFFD.
  package var text: String { String(decoding: self, as: UTF8.self) }

  /// The longest prefix of at most `limit` bytes that splits no UTF-8 sequence.
  package func beginning(bytes limit: Int) -> Bytes {
    guard count > limit else { return self }
    var end = startIndex + limit
    while end > startIndex, endIndex > end, startIndex + limit - end < 3, self[end].isContinuation { end -= 1 }
    return self[..<end]
  }
}

/// The lines of a file without their ends, which may be LF, CRLF or CR, mixed.
package struct Lines: Sequence, IteratorProtocol {
  private var rest: Bytes

  package init(_ bytes: Bytes) { rest = bytes }

  package mutating func next() -> Bytes? {
    guard !rest.isEmpty else { return nil }
    var end = rest.startIndex
    while end < rest.endIndex, rest[end] != .lineFeed, rest[end] != .carriageReturn { end += 1 }
    let line = rest[..<end]
    if end < rest.endIndex {
      let isPair = rest[end] == .carriageReturn && end + 1 < rest.endIndex && rest[end + 1] == .lineFeed
      end += isPair ? 2 : 1
    }
    rest = rest[end...]
    return line
  }
}
