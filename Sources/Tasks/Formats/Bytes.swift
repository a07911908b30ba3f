/// A part of a file, without a copy of it.
typealias Bytes = ArraySlice<UInt8>

extension UInt8 {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")

  /// Whether it is white space of ASCII.
  var isSpace: Bool { self == .space || (self >= .tab && self <= .carriageReturn) }
  /// Whether it is a digit of ASCII.
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
  /// Whether it is a letter or a digit, or a part of a character beyond ASCII.
  var isWord: Bool { isDigit || self >= 0x80 || (lowercased >= UInt8(ascii: "a") && lowercased <= UInt8(ascii: "z")) }
  /// Itself, or the small letter for a capital one of ASCII.
  var lowercased: UInt8 { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self }
  /// Itself, or the capital letter for a small one of ASCII.
  var uppercased: UInt8 { self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") ? self & 0xDF : self }
  /// Whether it goes on with a character that began in an earlier byte (UTF-8).
  var isContinuation: Bool { self & 0xC0 == 0x80 }
}

extension Bytes {
  /// Without white space of ASCII around it.
  var trimmed: Bytes {
    var low = startIndex
    var high = endIndex
    while low < high, self[low].isSpace { low += 1 }
    while low < high, self[high - 1].isSpace { high -= 1 }
    return self[low..<high]
  }

  /// Whether it begins with that word of small letters, in whichever case.
  func begins(with word: StaticString) -> Bool {
    guard count >= word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { letters in
      for (offset, letter) in letters.enumerated() where self[startIndex + offset].lowercased != letter { return false }
      return true
    }
  }

  /// Whether it is that word of small letters, in whichever case.
  func equals(_ word: StaticString) -> Bool {
    count == word.utf8CodeUnitCount && begins(with: word)
  }

  /// Whether that word of small letters stands in it, in whichever case; for the beginnings of files only.
  func contains(_ word: StaticString) -> Bool {
    indices.contains { self[$0...].begins(with: word) }
  }

  /// The number that it writes in decimal digits and nothing else, if it has at most nine of them.
  var number: Int? {
    guard !isEmpty, count <= 9 else { return nil }
    var number = 0
    for byte in self {
      guard byte.isDigit else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return number
  }

  /// Its text; what is broken in it becomes U+FFFD.
  var text: String { String(decoding: self, as: UTF8.self) }

  /// The beginning that takes at most so many bytes, and doesn't end within a character.
  func beginning(bytes limit: Int) -> Bytes {
    guard count > limit else { return self }
    var end = startIndex + limit
    while end > startIndex, endIndex > end, startIndex + limit - end < 3, self[end].isContinuation { end -= 1 }
    return self[..<end]
  }
}
