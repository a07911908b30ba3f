import Foundation
import Tasks

/// Conversion of text with an unknown encoding to valid UTF-8.
enum UTF8Repair {
  /// The text in well-formed UTF-8.
  ///
  /// Well-formed text is unchanged. If most non-ASCII characters are valid, invalid bytes are decoded as Windows-1252 one by one;
  /// otherwise the whole text is.
  static func repaired(_ bytes: Bytes) -> Bytes {
    var (characters, breaks) = (0, 0)
    parse(bytes) { piece, isValid in
      if !isValid { breaks += piece.count } else if piece.count > 1 { characters += 1 }
    }
    if breaks == 0 { return bytes }
    guard characters > breaks else { return Windows1252.decoded(bytes)[...] }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + 64)
    parse(bytes) { piece, isValid in
      if isValid { text += piece } else { for byte in piece { Windows1252.append(byte, to: &text) } }
    }
    return text[...]
  }

  /// Calls a closure with each character, and with the bytes that are none.
  private static func parse(_ bytes: Bytes, _ take: (Bytes, _ isValid: Bool) -> Void) {
    var (parser, rest, index) = (UTF8.ForwardParser(), bytes.makeIterator(), bytes.startIndex)
    while true {
      let (length, isValid): (Int, Bool)
      switch parser.parseScalar(from: &rest) {
      case .valid(let character): (length, isValid) = (character.count, true)
      case .error(let count): (length, isValid) = (count, false)
      case .emptyInput: return
      }
      take(bytes[index..<(index + length)], isValid)
      index += length
    }
  }
}

/// Windows-1252, in which every byte is a character (as in the WHATWG Encoding Standard).
enum Windows1252 {
  /// The text in UTF-8.
  static func decoded(_ bytes: Bytes) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes { append(byte, to: &text) }
    return text
  }

  /// Appends the character of a byte.
  static func append(_ byte: UInt8, to text: inout [UInt8]) {
    let scalar = 0x80..<0xA0 ~= byte ? high[Int(byte) - 0x80] : Unicode.Scalar(byte)
    text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
  }

  /// The characters of 0x80 to 0x9F; five of them are controls.
  private static let high = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}

/// Conversion by the system's iconv.
enum Conversion {
  /// UTF-16 or UTF-32 in UTF-8, without unpaired surrogates. White space and most punctuation are ASCII, so their zero bytes show an
  /// unknown order.
  static func decoded(_ bytes: Bytes, width: Int, isBig: Bool?) -> [UInt8] {
    var zeros = Array(repeating: 0, count: width)
    if isBig == nil { for (place, byte) in bytes.enumerated() where byte == 0 { zeros[place % width] += 1 } }
    let isBig = isBig ?? (zeros[0] > zeros[width - 1])
    let whole = bytes.prefix(bytes.count / width * width)
    return decoded(whole, from: "UTF-\(8 * width)\(isBig ? "BE" : "LE")", width: width) ?? []
  }

  /// The text in UTF-8; nil if the system does not support the encoding, or if too much of the text is invalid in it. Single
  /// invalid bytes are decoded as Windows-1252, wider units left out.
  static func decoded(_ bytes: Bytes, from name: String, width: Int = 1) -> [UInt8]? {
    guard let converter = iconv_open("UTF-8", name), converter != iconv_t(bitPattern: -1) else { return nil }
    defer { iconv_close(converter) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    var breaks = 0
    bytes.withUnsafeBytes { source in
      var rest = UnsafeMutableRawBufferPointer(mutating: source)[...]
      while !rest.isEmpty {
        let read = convert(&rest, to: &text, converter)
        if read { continue }
        // The next bytes start no valid character.
        if width == 1 { Windows1252.append(rest[rest.startIndex], to: &text) }
        rest = rest.dropFirst(width)
        breaks += 1
      }
      // Flushes a letter that was held back because a combining mark could have followed.
      convert(&rest, to: &text, converter)
    }
    return width == 1 && breaks > bytes.count / 64 ? nil : text
  }

  /// Converts as much as fits into one buffer. Returns false if nothing could be converted.
  @discardableResult private static func convert(
    _ rest: inout Slice<UnsafeMutableRawBufferPointer>, to text: inout [UInt8], _ converter: iconv_t
  ) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { piece in
      let source = UnsafeMutableRawBufferPointer(rebasing: rest)
      var input = source.baseAddress?.assumingMemoryBound(to: CChar.self)
      var output = piece.baseAddress?.assumingMemoryBound(to: CChar.self)
      var left = source.count
      var free = piece.count
      // The return value is not needed: the remaining counts show whether the buffer is full, the text ends, or a byte is
      // invalid.
      if left > 0 {
        iconv(converter, &input, &left, &output, &free)
      } else {
        iconv(converter, nil, nil, &output, &free)
      }
      text += piece.prefix(piece.count - free)
      let read = source.count - left
      rest = rest.dropFirst(read)
      return read > 0 || free < piece.count
    }
  }
}
