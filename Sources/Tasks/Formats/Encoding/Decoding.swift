import Foundation

/// Decoding of UTF-16 and UTF-32.
enum WideText {
  /// The text in UTF-8. Unpaired surrogates are dropped.
  static func decoded(_ bytes: Bytes, _ encoding: CharacterEncoding) -> [UInt8] {
    switch encoding {
    case .utf16(let order): decoded(bytes, order, UTF16())
    case .utf32(let order): decoded(bytes, order, UTF32())
    case .utf8, .windows1252, .converted: Array(bytes)
    }
  }

  private static func decoded<Codec: UnicodeCodec>(
    _ bytes: Bytes, _ order: CharacterEncoding.ByteOrder?, _ codec: Codec
  ) -> [UInt8] where Codec.CodeUnit: FixedWidthInteger {
    let width = Codec.CodeUnit.bitWidth / 8
    let order = order ?? self.order(of: bytes, width: width)
    var units = stride(from: bytes.startIndex, to: bytes.endIndex - width + 1, by: width).lazy.map { start in
      bytes[start..<(start + width)].reduce(Codec.CodeUnit(0)) { $0 << 8 | Codec.CodeUnit($1) }
    }.map { order == .big ? $0 : $0.byteSwapped }.makeIterator()
    var (codec, text): (Codec, [UInt8]) = (codec, [])
    text.reserveCapacity(bytes.count)
    while true {
      switch codec.decode(&units) {
      case .scalarValue(let scalar): text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      case .error: continue
      case .emptyInput: return text
      }
    }
  }

  /// The byte order. White space and most punctuation are ASCII, so their zero bytes show it.
  private static func order(of bytes: Bytes, width: Int) -> CharacterEncoding.ByteOrder {
    var zeros = (first: 0, last: 0)
    for start in stride(from: bytes.startIndex, to: bytes.endIndex - width + 1, by: width) {
      if bytes[start] == 0 { zeros.first += 1 }
      if bytes[start + width - 1] == 0 { zeros.last += 1 }
    }
    return zeros.first > zeros.last ? .big : .little
  }
}

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
  /// The text in UTF-8; nil if the system does not support the encoding, or if too much of the text is invalid in it. Single
  /// invalid bytes are decoded as Windows-1252.
  static func decoded(_ bytes: Bytes, from name: String) -> [UInt8]? {
    guard let converter = iconv_open("UTF-8", name), converter != iconv_t(bitPattern: -1) else { return nil }
    defer { iconv_close(converter) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    var breaks = 0
    bytes.withUnsafeBytes { source in
      var rest = UnsafeMutableRawBufferPointer(mutating: source)[...]
      while !rest.isEmpty {
        let read = convert(&rest, to: &text, converter)
        // The byte starts no valid character.
        if !read, let byte = rest.popFirst() {
          Windows1252.append(byte, to: &text)
          breaks += 1
        }
      }
      // Flushes a letter that was held back because a combining mark could have followed.
      convert(&rest, to: &text, converter)
    }
    return breaks > bytes.count / 64 ? nil : text
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
      var room = piece.count
      // The return value is not needed: the remaining counts show whether the buffer is full, the text ends, or a byte is
      // invalid.
      if left > 0 {
        iconv(converter, &input, &left, &output, &room)
      } else {
        iconv(converter, nil, nil, &output, &room)
      }
      text += piece.prefix(piece.count - room)
      let read = source.count - left
      rest = rest.dropFirst(read)
      return read > 0 || room < piece.count
    }
  }
}
