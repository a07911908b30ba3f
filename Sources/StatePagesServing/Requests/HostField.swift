/// The value of a Host field (RFC 9110, section 7.2).
enum HostField {
  /// Whether it is a name or address, with or without a port (RFC 3986, section 3.2.2). An `http` URI may not have an
  /// empty one (RFC 9110, section 4.2.1).
  static func isValid(_ value: String) -> Bool {
    let bytes = Array(value.utf8)
    let end: Int
    if bytes.first == UInt8(ascii: "[") {
      guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")), bracket > 1 else { return false }
      guard bytes[1..<bracket].allSatisfy(isOfAddress) else { return false }
      end = bracket + 1
    } else {
      end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
      guard end > 0, bytes[..<end].allSatisfy(isOfName) else { return false }
    }
    return isPort(bytes[end...])
  }

  private static func isPort(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let colon = bytes.first else { return true }
    let digits = bytes.dropFirst()
    return colon == UInt8(ascii: ":") && digits.count <= 5 && digits.allSatisfy(isDigit)
  }

  private static func isOfAddress(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
    case UInt8(ascii: ":"), UInt8(ascii: "."): true
    default: isDigit(byte)
    }
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    default: isDigit(byte) || "-._~%!$&'()*+,;=".utf8.contains(byte)
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
