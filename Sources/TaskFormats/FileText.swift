import Tasks

/// The text of a file, converted to well-formed UTF-8, without byte order mark. The lines of a calendar are unfolded first,
/// because some programs fold within a character.
struct FileText {
  let bytes: Bytes
  /// The first lines with other characters than those of ASCII, if the encoding is neither declared nor UTF-8.
  private(set) var sample: [String] = []

  /// Decodes a file by its byte order mark, otherwise by the declared encoding, otherwise as UTF-8 if it is valid, otherwise as
  /// Windows-1252.
  ///
  /// A declared encoding that the content contradicts is ignored.
  /// - Parameter unknown: the encoding of text that declares none and is not UTF-8, instead of Windows-1252.
  init(_ file: [UInt8], charset: String? = nil, unknown: TextEncoding? = nil) throws(UnreadableList) {
    let mark = CharacterEncoding.marked(file)
    let content = file.dropFirst(mark?.length ?? 0)
    let encoding = mark?.encoding ?? charset.flatMap(CharacterEncoding.init(charset:))
    // UTF-16 or UTF-32 without any zero byte would not even contain a space.
    if case .wide(let width, let isBig)? = encoding, mark != nil || content.contains(0) {
      bytes = Self.unfolded(Conversion.decoded(content, width: width, isBig: isBig)[...])
    } else {
      let text = Self.unfolded(content)
      let decoded = Self.decoded(text, encoding)
      // Repaired text is longer, because its other characters take several bytes.
      let isUnknown = encoding == nil && decoded.count != text.count
      // The usual reading repairs text that is mostly UTF-8, and takes other text for Western European.
      let isChosen = isUnknown && unknown != .western
      let chosen = isChosen ? unknown.flatMap { CharacterEncoding(charset: $0.rawValue) } : nil
      bytes = chosen.map { Self.decoded(text, $0) } ?? decoded
      if isUnknown { sample = Self.sample(of: bytes) }
    }
    if Self.controls(in: bytes) > bytes.count / 16 { throw .notText }
  }

  private static func sample(of text: Bytes) -> [String] {
    var sample: [String] = []
    for line in Lines(text) where sample.count < ImportQuestions.mostLines && line.contains(where: { $0 >= 0x80 }) {
      if let line = ItemText.name(line) { sample.append(line) }
    }
    return sample
  }

  private static func unfolded(_ text: Bytes) -> Bytes {
    SniffedFormat.isCalendar(text) ? Unfolding.unfolded(text)[...] : text
  }

  private static func decoded(_ bytes: Bytes, _ encoding: CharacterEncoding?) -> Bytes {
    switch encoding {
    case .windows1252: Windows1252.decoded(bytes)[...]
    case .converted(let name): Conversion.decoded(bytes, from: name)?[...] ?? UTF8Repair.repaired(bytes)
    case .utf8, .wide, nil: UTF8Repair.repaired(bytes)
    }
  }

  /// The number of control characters that do not occur in text (C0 and C1).
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
