/// The text of a file in well-formed UTF-8, whatever encoding it came in, without the mark at its start. A calendar's lines are
/// unfolded: some programs fold within a character.
struct FileText {
  let bytes: Bytes

  /// Decodes a file: by its byte order mark, else as its source declares, else as UTF-8 if it is that, else as Windows-1252.
  ///
  /// What can't be in the declared encoding is read as if nothing were declared.
  init(_ file: [UInt8], charset: String? = nil) throws(UnreadableList) {
    let mark = CharacterEncoding.marked(file)
    let content = file.dropFirst(mark?.length ?? 0)
    let encoding = mark?.encoding ?? charset.flatMap(CharacterEncoding.init(charset:))
    // Without one zero among its bytes it has not even a space in such an encoding.
    if let encoding, encoding.isWide, mark != nil || content.contains(0) {
      bytes = Self.unfolded(WideText.decoded(content, encoding)[...])
    } else {
      bytes = Self.decoded(Self.unfolded(content), encoding)
    }
    if Self.controls(in: bytes) > bytes.count / 16 { throw .notText }
  }

  private static func unfolded(_ text: Bytes) -> Bytes {
    SniffedFormat.isCalendar(text) ? Unfolding.unfolded(text)[...] : text
  }

  private static func decoded(_ bytes: Bytes, _ encoding: CharacterEncoding?) -> Bytes {
    switch encoding {
    case .windows1252: Windows1252.decoded(bytes)[...]
    case .converted(let name): Conversion.decoded(bytes, from: name)?[...] ?? UTF8Repair.repaired(bytes)
    case .utf8, .utf16, .utf32, nil: UTF8Repair.repaired(bytes)
    }
  }

  /// How many of its characters are controls that no text has, those of Unicode's second block too.
  private static func controls(in bytes: Bytes) -> Int {
    var controls = 0
    var before: UInt8 = 0
    for byte in bytes {
      if (byte < 0x20 && !byte.isSpace && byte != 0x1B) || byte == 0x7F { controls += 1 }
      if before == 0xC2, byte < 0xA0, byte >= 0x80 { controls += 1 }
      before = byte
    }
    return controls
  }
}
