import Tasks

/// The lines of a mail, which end in LF or CRLF.
struct MailLines {
  private let mail: Bytes
  /// Where the next line begins.
  private(set) var position: Int

  init(_ mail: Bytes) { (self.mail, position) = (mail, mail.startIndex) }

  /// The next line without its end; nil after the last one.
  mutating func next() -> Bytes? {
    guard position < mail.endIndex else { return nil }
    let start = position
    var end = mail[start...].firstIndex(of: .lineFeed) ?? mail.endIndex
    position = min(end + 1, mail.endIndex)
    if end > start, mail[end - 1] == .carriageReturn { end -= 1 }
    return mail[start..<end]
  }

  mutating func goBack(to position: Int) { self.position = position }
}

/// The header of a mail, or of a part of one (RFC 5322, section 2.2).
struct MailHeader {
  /// The most bytes that are kept of a header. What exceeds them is skipped.
  private static let mostBytes = 256 << 10
  /// The most fields of one name that are kept.
  private static let mostOfAName = 20
  /// The fields that are read, in lower case.
  private static let names: Set<String> = [
    "auto-submitted", "cc", "content-disposition", "content-transfer-encoding", "content-type", "date", "delivered-to",
    "envelope-to", "from", "message-id", "precedence", "return-path", "subject", "to", "x-autoreply", "x-autorespond",
    "x-delivered-to", "x-envelope-to", "x-original-to",
  ]
  private static let longestName = 40

  /// The values of fields, unfolded, in their order.
  private var values: [String: [[UInt8]]] = [:]

  /// Reads the lines up to the empty one after the header. The header of a part ends at a line that begins like a boundary, too.
  init(_ lines: inout MailLines, ofPart isPart: Bool) {
    var name: String?
    var kept = 0
    while true {
      let start = lines.position
      guard let line = lines.next(), !line.isEmpty else { return }
      if isPart, line.begins(with: "--") {
        lines.goBack(to: start)
        return
      }
      let isContinuation = line.first == .space || line.first == .tab
      if !isContinuation { name = Self.name(of: line) }
      guard let name, kept + line.count <= Self.mostBytes else { continue }
      kept += line.count
      if isContinuation {
        guard let last = values[name]?.indices.last else { continue }
        values[name]?[last] += line
      } else if values[name]?.count ?? 0 < Self.mostOfAName {
        values[name, default: []].append(Array(line.drop { $0 != UInt8(ascii: ":") }.dropFirst()))
      }
    }
  }

  /// The name of a field that is read; nil for other lines.
  private static func name(of line: Bytes) -> String? {
    guard let colon = line.prefix(longestName).firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let name = String(decoding: line[..<colon].trimmed.map(\.lowercased), as: UTF8.self)
    return names.contains(name) ? name : nil
  }

  /// The first value of a field, without white space around it; nil if it is missing.
  subscript(name: String) -> Bytes? { values[name]?.first.map { $0[...].trimmed } }

  /// The values of a field, in their order.
  func all(_ name: String) -> [Bytes] { values[name, default: []].map { $0[...].trimmed } }

  /// Whether it has a field that mails have.
  var isOfMail: Bool { ["date", "from", "message-id", "subject", "to"].contains { values[$0] != nil } }
}

/// A value with parameters, such as `text/plain; charset="utf-8"` (RFC 2045, section 5.1; RFC 2231).
struct MailParameters {
  private static let most = 40
  private static let mostBytes = 16 << 10

  /// The value before the parameters, in lower case.
  let value: String
  private var parameters: [String: [UInt8]] = [:]

  init(_ field: Bytes) {
    var rest = field.prefix(Self.mostBytes)
    let first = rest.prefix { $0 != UInt8(ascii: ";") }
    value = String(decoding: first.trimmed.map(\.lowercased), as: UTF8.self)
    rest = rest[first.endIndex...].dropFirst()
    while !rest.isEmpty, parameters.count < Self.most {
      let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
      rest = rest[name.endIndex...]
      guard rest.first == UInt8(ascii: "=") else {
        rest = rest.dropFirst()
        continue
      }
      let value = Self.takeValue(from: &rest)
      let key = String(decoding: name.trimmed.map(\.lowercased), as: UTF8.self)
      if parameters[key] == nil { parameters[key] = value }
    }
  }

  /// Takes what follows the equals sign up to the next semicolon.
  private static func takeValue(from rest: inout Bytes) -> [UInt8] {
    rest = rest.dropFirst().drop(while: \.isSpace)
    guard rest.first == UInt8(ascii: "\"") else {
      let value = rest.prefix { $0 != UInt8(ascii: ";") }
      rest = rest[value.endIndex...].dropFirst()
      return Array(value.trimmed)
    }
    var value: [UInt8] = []
    var isEscaped = false
    rest = rest.dropFirst()
    while let byte = rest.popFirst() {
      if isEscaped || byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "\"") {
        value.append(byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        break
      }
    }
    rest = rest.drop { $0 != UInt8(ascii: ";") }.dropFirst()
    return value
  }

  /// The bytes of a parameter as they are; nil if it is missing.
  func bytes(_ name: String) -> Bytes? { parameters[name].map { $0[...] } }

  /// A parameter in lower case.
  func word(_ name: String) -> String? {
    bytes(name).map { String(decoding: $0.map(\.lowercased), as: UTF8.self) }
  }

  /// The text of a parameter: in an encoding of its own, in several pieces, or with encoded words, which are wrong there, but common.
  func text(_ name: String) -> String? {
    if let plain = parameters[name] { return EncodedWords.decoded(plain[...]) }
    var charset: String?
    func piece(_ key: String, isFirst: Bool) -> [UInt8]? {
      if let plain = parameters[key] { return plain }
      guard let encoded = parameters[key + "*"] else { return nil }
      guard isFirst else { return Self.percentDecoded(encoded[...]) }
      let parts = encoded.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return Self.percentDecoded(encoded[...]) }
      charset = parts[0].text
      return Self.percentDecoded(parts[2])
    }
    var bytes: [UInt8]
    if let whole = piece(name, isFirst: true) {
      bytes = whole
    } else {
      guard let first = piece("\(name)*0", isFirst: true) else { return nil }
      bytes = first
      var index = 1
      while let next = piece("\(name)*\(index)", isFirst: false) {
        bytes += next
        index += 1
      }
    }
    return CharacterEncoding.decoded(bytes[...], charset: charset).text
  }

  private static func percentDecoded(_ bytes: Bytes) -> [UInt8] {
    var decoded: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = rest.hexadecimalByte {
        decoded.append(value)
        rest = rest.dropFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    return decoded
  }
}

extension Bytes {
  /// The byte that the first two hexadecimal digits stand for; nil if these are none.
  var hexadecimalByte: UInt8? {
    guard count >= 2 else { return nil }
    func digit(_ byte: UInt8) -> UInt8? {
      switch byte.lowercased {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): byte.lowercased - UInt8(ascii: "a") + 10
      default: nil
      }
    }
    guard let high = digit(self[startIndex]), let low = digit(self[startIndex + 1]) else { return nil }
    return high << 4 | low
  }
}
