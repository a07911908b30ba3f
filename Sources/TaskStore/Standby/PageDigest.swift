import Crypto

/// A digest of a set of pages: the XOR of the SHA-256 of each page, taken with its number.
///
/// The digest of a changed database follows from the former one and the changed pages alone. It detects faults, and is no defence
/// against forged files.
struct PageDigest: Hashable, Sendable {
  private var words: SIMD4<UInt64>

  /// The digest of no page.
  static let none = PageDigest(words: .zero)

  private init(words: SIMD4<UInt64>) {
    self.words = words
  }

  /// The digest of one page. Numbers begin with 1.
  init(of number: UInt32, _ content: UnsafeRawBufferPointer) {
    var hash = SHA256()
    withUnsafeBytes(of: number.bigEndian) { hash.update(bufferPointer: $0) }
    hash.update(bufferPointer: content)
    words = hash.finalize().withUnsafeBytes { $0.loadUnaligned(as: SIMD4<UInt64>.self) }
  }

  /// The number of bytes.
  static let size = 32

  /// A digest from its bytes.
  init(bytes: ArraySlice<UInt8>) {
    words = Array(bytes).withUnsafeBytes { $0.loadUnaligned(as: SIMD4<UInt64>.self) }
  }

  /// The bytes.
  var bytes: [UInt8] { withUnsafeBytes(of: words) { Array($0) } }

  /// Adds a page to the set, or removes one that is in it.
  mutating func toggle(_ page: PageDigest) {
    words ^= page.words
  }
}

extension PageDigest: Codable, CustomStringConvertible {
  /// In hexadecimal digits.
  var description: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let digits = Array(try container.decode(String.self).utf8)
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { start in
      UInt8(String(decoding: digits[start..<min(start + 2, digits.count)], as: UTF8.self), radix: 16)
    }
    guard digits.count == 2 * Self.size, bytes.count == Self.size else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a digest has 64 hexadecimal digits")
    }
    self.init(bytes: bytes[...])
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
