/// The text of a file in UTF-8, whether it came so or in UTF-16, without the mark at its start.
///
/// Single broken characters are left as they are: whoever takes a text out of it gets U+FFFD for them.
struct FileText {
  let bytes: Bytes

  init(_ file: [UInt8]) throws(UnreadableList) {
    if file.starts(with: [0xEF, 0xBB, 0xBF]) {
      bytes = file[3...]
    } else if file.starts(with: [0xFF, 0xFE]) {
      bytes = Self.fromUTF16(file, high: 1)[...]
    } else if file.starts(with: [0xFE, 0xFF]) {
      bytes = Self.fromUTF16(file, high: 0)[...]
    } else {
      bytes = file[...]
    }
    // Some slip of an editor, or text of another encoding: one in sixteen tells them apart well enough.
    if Self.breaks(in: bytes) > bytes.count / 16 { throw .notText }
  }

  /// - Parameter high: where in each pair of bytes the more significant one is.
  private static func fromUTF16(_ file: [UInt8], high: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(file.count)
    var leading: UInt32?
    func append(_ value: UInt32) {
      bytes.append(contentsOf: String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
    }
    for index in stride(from: 2, to: file.count - 1, by: 2) {
      let unit = UInt32(file[index + high]) << 8 | UInt32(file[index + 1 - high])
      if let first = leading {
        leading = nil
        if unit >> 10 == 0x37 {
          append(0x10000 + (first & 0x3FF) << 10 + unit & 0x3FF)
          continue
        }
        append(first)
      }
      if unit >> 10 == 0x36 {
        leading = unit
      } else if unit < 0x80 {
        bytes.append(UInt8(unit))
      } else {
        append(unit)
      }
    }
    if let first = leading { append(first) }
    return bytes
  }

  /// How many characters are broken, or are controls that no text has.
  private static func breaks(in bytes: Bytes) -> Int {
    var breaks = 0
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      if byte < 0x80 {
        if (byte < 0x20 && !byte.isSpace && byte != 0x1B) || byte == 0x7F { breaks += 1 }
        continue
      }
      var missing = byte >= 0xF5 || byte < 0xC2 ? 4 : byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1
      while missing > 0, missing < 4, index < bytes.endIndex, bytes[index].isContinuation {
        missing -= 1
        index += 1
      }
      if missing > 0 { breaks += 1 }
    }
    return breaks
  }
}
