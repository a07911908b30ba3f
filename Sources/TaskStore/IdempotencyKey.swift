public import Tasks

/// One sending of one form: where to, based on what, and what was in it. Sent again, it has the same key; the same words
/// in a form of the next version have another.
public struct IdempotencyKey: Hashable, Sendable {
  /// 128 bits that stand for all of it. Not kept as one `UInt128`: with one among what it captures, a closure that is async
  /// and throws a typed error jumps to nowhere when it throws (Swift 6.3.1).
  var key: UInt128 { UInt128(high) << 64 | UInt128(low) }
  private let high: UInt64
  private let low: UInt64

  /// - Parameters:
  ///   - path: the path that it is sent to, such as `/lists/5/tasks`.
  ///   - version: the `version` that the form carried: the list's revision or the text's version.
  ///   - fields: all other fields, name and value, in the form's order.
  public init(path: String, version: ChangeID?, fields: [(name: String, value: String)]) {
    var hash = FNV1a128()
    hash.feed(path)
    hash.feed(version?.description ?? "")
    for field in fields {
      hash.feed(field.name)
      hash.feed(field.value)
    }
    high = UInt64(truncatingIfNeeded: hash.value >> 64)
    low = UInt64(truncatingIfNeeded: hash.value)
  }
}

/// The hash FNV-1a of 128 bits (RFC 9923). It keeps texts apart that differ by accident, and needs no more than that: who
/// finds two forms with one key can only mistake their own forms for each other.
struct FNV1a128 {
  private static let prime: UInt128 = 1 << 88 | 0x13B
  private(set) var value: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D

  /// Feeds a text and its length, so that "ab" + "c" is not "a" + "bc".
  mutating func feed(_ text: String) {
    feed(bytes: text.utf8)
    withUnsafeBytes(of: text.utf8.count.littleEndian) { feed(bytes: $0) }
  }

  mutating func feed(bytes: some Sequence<UInt8>) {
    for byte in bytes {
      value = (value ^ UInt128(byte)) &* Self.prime
    }
  }
}
