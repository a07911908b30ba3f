import Foundation

/// UUIDs of version 7, which sort by the time of their creation (RFC 9562, section 5.7).
enum UniqueID {
  /// A new UUID as text, in lower case.
  static func text(at moment: Milliseconds) -> String {
    var uuid = UUID().uuid
    withUnsafeMutableBytes(of: &uuid) { bytes in
      withUnsafeBytes(of: (UInt64(clamping: moment.value) << 16).bigEndian) {
        bytes.copyMemory(from: .init(rebasing: $0[..<6]))
      }
      bytes[6] = 0x70 | bytes[6] & 0x0F
    }
    return UUID(uuid: uuid).uuidString.lowercased()
  }
}
