/// The text that separates the parts of a body (RFC 2046, section 5.1.1).
public struct MultipartBoundary: Hashable, Sendable {
  /// The maximum length, in bytes.
  static let longest = 70

  let bytes: [UInt8]

  /// The boundary that a `Content-Type` declares; nil if the type is not `multipart/form-data` with one valid boundary.
  public init?(contentType: String) {
    guard let parameters = HeaderParameters(contentType), parameters.value.lowercased() == "multipart/form-data",
      let text = parameters["boundary"]
    else { return nil }
    self.init(text)
  }

  /// A boundary with these characters; nil if they are not allowed in one.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard (1...Self.longest).contains(bytes.count), bytes.allSatisfy(Self.isAllowed), bytes.last != UInt8(ascii: " ")
    else { return nil }
    self.bytes = bytes
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "'()+_,-./:=? ".utf8.contains(byte)
    }
  }
}
