public import Tasks

/// Identifies one submission of a form by its path, version and contents. A resubmission has the same key; the same text
/// submitted against a later version has another.
public struct IdempotencyKey: Hashable, Sendable {
  /// 128 bits that identify the submission. Not stored as one `UInt128`: an async closure that captures one and throws a typed
  /// error crashes when it throws (Swift 6.3.1).
  var key: UInt128 { UInt128(high) << 64 | UInt128(low) }
  private let high: UInt64
  private let low: UInt64

  /// - Parameters:
  ///   - path: the path of the form's action, such as `/lists/5/tasks`.
  ///   - version: the form's `version` field: the list's revision or the text's version.
  ///   - fields: the other fields, name and value, in the form's order.
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

/// The 128-bit hash FNV-1a (RFC 9923). It avoids accidental collisions only, which is enough: an account that constructs a
/// collision affects only its own forms.
struct FNV1a128 {
  private static let prime: UInt128 = 1 << 88 | 0x13B
  private(set) var value: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D

  /// Feeds a text and its length, so that "ab" + "c" differs from "a" + "bc".
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
