import Tasks

/// A parsed content line (RFC 5545, section 3.1). The line must be unfolded.
struct ContentLine {
  /// The name of the property in upper case.
  let name: String
  /// The value, still escaped.
  let value: Bytes
  /// The supported parameters: TZID, VALUE, RELTYPE, RANGE and RELATED.
  private(set) var zone: Bytes?
  private(set) var type: Bytes?
  private(set) var relation: Bytes?
  private(set) var range: Bytes?
  private(set) var related: Bytes?

  /// Nil when the line is malformed.
  init?(_ line: Bytes) {
    var index = line.startIndex
    func find(_ isEnd: (UInt8) -> Bool) -> Bytes {
      let start = index
      var isQuoted = false
      while index < line.endIndex, isQuoted || !isEnd(line[index]) {
        if line[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
        // Parameters have no escapes (RFC 5545, section 3.2), but some programs escape semicolons.
        let isEscape =
          line[index] == UInt8(ascii: "\\") && index + 1 < line.endIndex && line[index + 1] == UInt8(ascii: ";")
        index += isEscape ? 2 : 1
      }
      return line[start..<index]
    }
    let name = find { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }.trimmed
    guard !name.isEmpty, name.count <= 64 else { return nil }
    self.name = String(decoding: name.map(\.uppercased), as: UTF8.self)
    while index < line.endIndex, line[index] == UInt8(ascii: ";") {
      index += 1
      let parameter = find { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }
      guard index < line.endIndex, line[index] == UInt8(ascii: "=") else { continue }
      index += 1
      let value = Self.unquoted(find { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") })
      if parameter.equals("tzid") { zone = zone ?? ZoneName.written(value.prefix(ZoneName.mostBytes)) }
      if parameter.equals("value") { type = type ?? value }
      if parameter.equals("reltype") { relation = relation ?? value }
      if parameter.equals("range") { range = range ?? value }
      if parameter.equals("related") { related = related ?? value }
    }
    guard index < line.endIndex else { return nil }
    value = line[(index + 1)...]
  }

  private static func unquoted(_ value: Bytes) -> Bytes {
    let isQuoted = value.count >= 2 && value.first == UInt8(ascii: "\"") && value.last == UInt8(ascii: "\"")
    return isQuoted ? value.dropFirst().dropLast() : value
  }
}

/// Unfolds the lines of a calendar (RFC 5545, section 3.1) and ends each with LF.
///
/// Works on bytes, before decoding: some programs fold inside a UTF-8 sequence.
enum Unfolding {
  static func unfolded(_ bytes: Bytes) -> [UInt8] {
    var unfolded: [UInt8] = []
    unfolded.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      guard byte == .carriageReturn || byte == .lineFeed else {
        unfolded.append(byte)
        continue
      }
      if byte == .carriageReturn, index < bytes.endIndex, bytes[index] == .lineFeed { index += 1 }
      if index < bytes.endIndex, bytes[index] == .space || bytes[index] == .tab {
        index += 1
      } else {
        unfolded.append(.lineFeed)
      }
    }
    return unfolded
  }
}
