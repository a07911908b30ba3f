import Foundation

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
