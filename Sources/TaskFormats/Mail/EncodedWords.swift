import Tasks

/// The encoded words of a header, such as `=?utf-8?Q?Caf=C3=A9?=` (RFC 2047).
enum EncodedWords {
  /// Longer ones than the standard allows are common.
  private static let longest = 1_000

  /// The text of a value. White space between encoded words is none of it, and a character may be in two of them.
  static func decoded(_ value: Bytes) -> String {
    var text: [UInt8] = []
    // Words of one encoding that follow each other.
    var pending: (charset: String, bytes: [UInt8])?
    var spaces = value[value.startIndex..<value.startIndex]
    var rest = value
    func finish() {
      if let words = pending { text += CharacterEncoding.decoded(words.bytes[...], charset: words.charset) }
      pending = nil
    }
    var plain = rest.startIndex
    /// Appends what is no encoded word up to a place.
    func takePlain(to end: Int) {
      guard plain < end else { return }
      finish()
      text += UTF8Repair.repaired(value[plain..<end])
      plain = end
    }
    while let byte = rest.first {
      if byte == UInt8(ascii: "="), let word = Word(rest) {
        takePlain(to: spaces.isEmpty || pending == nil ? rest.startIndex : spaces.startIndex)
        if pending?.charset == word.charset {
          pending?.bytes += word.bytes
        } else {
          finish()
          pending = (word.charset, word.bytes)
        }
        rest = rest[word.end...]
        plain = rest.startIndex
        // White space after it is dropped if another one follows.
        spaces = rest.prefix(while: \.isSpace)
        rest = rest[spaces.endIndex...]
      } else {
        spaces = rest[rest.startIndex..<rest.startIndex]
        rest = rest.dropFirst()
      }
    }
    takePlain(to: value.endIndex)
    finish()
    return String(decoding: text, as: UTF8.self)
  }

  private struct Word {
    let charset: String
    let bytes: [UInt8]
    let end: Int

    /// Nil if the text begins with no encoded word.
    init?(_ text: Bytes) {
      let mark = UInt8(ascii: "?")
      guard text.begins(with: "=?") else { return nil }
      let window = text.prefix(EncodedWords.longest).dropFirst(2)
      guard let first = window.firstIndex(of: mark), first > window.startIndex, window.endIndex - first > 3,
        window[first + 2] == mark
      else { return nil }
      let content = window[(first + 3)...]
      guard let last = content.firstIndex(of: mark), last + 1 < window.endIndex, window[last + 1] == UInt8(ascii: "=")
      else { return nil }
      switch window[first + 1].lowercased {
      case UInt8(ascii: "b"): bytes = TransferEncoding.base64(content[..<last])
      case UInt8(ascii: "q"): bytes = Self.quoted(content[..<last])
      default: return nil
      }
      charset = String(decoding: window[..<first].map(\.lowercased), as: UTF8.self)
      end = last + 2
    }

    private static func quoted(_ content: Bytes) -> [UInt8] {
      var bytes: [UInt8] = []
      var rest = content
      while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "="), let value = rest.hexadecimalByte {
          bytes.append(value)
          rest = rest.dropFirst(2)
        } else {
          bytes.append(byte == UInt8(ascii: "_") ? .space : byte)
        }
      }
      return bytes
    }
  }
}
