import Tasks

/// How the bytes of a part are written in a mail (RFC 2045, section 6).
enum TransferEncoding {
  case quotedPrintable, base64
  /// As they are.
  case identity

  /// - Parameter name: the value of the field; nil if it is missing.
  init(_ name: Bytes?) {
    self =
      switch name {
      case let name? where name.equals("quoted-printable"): .quotedPrintable
      case let name? where name.equals("base64"): .base64
      default: .identity
      }
  }

  func decoded(_ body: Bytes) -> Bytes {
    switch self {
    case .quotedPrintable: Self.quotedPrintable(body)[...]
    case .base64: Self.base64(body)[...]
    case .identity: body
    }
  }

  /// Sequences that are wrong stay as they are.
  private static func quotedPrintable(_ body: Bytes) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(body.count)
    var rest = body
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "=") else {
        decoded.append(byte)
        continue
      }
      if let value = rest.hexadecimalByte {
        decoded.append(value)
        rest = rest.dropFirst(2)
        continue
      }
      // A soft line break, with white space that was added on the way.
      let end = rest.prefix(longestPadding).drop { $0 == .space || $0 == .tab || $0 == .carriageReturn }
      if end.first == .lineFeed {
        rest = rest[(end.startIndex + 1)...]
      } else if !rest.isEmpty {
        decoded.append(byte)
      }
    }
    return decoded
  }

  private static let longestPadding = 80

  /// Skips what is no letter of the encoding. After padding, another text may begin.
  static func base64(_ body: Bytes) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(body.count / 4 * 3)
    var (bits, count): (UInt32, Int) = (0, 0)
    for byte in body {
      if byte == UInt8(ascii: "=") { (bits, count) = (0, 0) }
      guard let value = value(of: byte) else { continue }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        decoded.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        bits &= 1 << UInt32(count) - 1
      }
    }
    return decoded
  }

  private static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

extension CharacterEncoding {
  /// The text in UTF-8. What has no known encoding, or is wrong in its own one, is repaired.
  static func decoded(_ bytes: Bytes, charset: String?) -> Bytes {
    // RFC 2231 has the language after an asterisk.
    let encoding = charset.flatMap { CharacterEncoding(charset: String($0.prefix { $0 != "*" })) }
    switch encoding {
    case .windows1252: return Windows1252.decoded(bytes)[...]
    case .converted(let name): return Conversion.decoded(bytes, from: name)?[...] ?? UTF8Repair.repaired(bytes)
    case .wide(let width, let isBig): return Conversion.decoded(bytes, width: width, isBig: isBig)[...]
    case .utf8, nil: return UTF8Repair.repaired(bytes)
    }
  }
}
