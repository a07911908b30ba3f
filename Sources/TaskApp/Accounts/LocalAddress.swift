import Foundation

/// A redirect target on this site, for after signing in. It comes with the request, so it may be forged.
struct LocalAddress: Hashable, Sendable {
  /// The maximum length in bytes.
  static let limit = 2048

  /// The address as sent: a path and an optional query.
  let text: String

  /// Returns nil for addresses that could lead to another site or are ambiguous.
  ///
  /// Browsers treat `\` as `/`, skip tabs and line breaks, and parse a host after two slashes (WHATWG URL Standard, section 4.4).
  /// Only visible ASCII is therefore accepted, as browsers themselves send it, and no empty or dot segments.
  init?(_ text: String) {
    guard text.utf8.count <= Self.limit, text.hasPrefix("/"),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }), !text.contains("#")
    else { return nil }
    let segments = text.prefix { $0 != "?" }.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    guard segments.dropLast().allSatisfy({ !$0.isEmpty }), !segments.contains(where: Self.isDots) else { return nil }
    self.text = text
  }

  /// The address without its query.
  var path: String { String(text.prefix { $0 != "?" }) }

  /// Whether the segment is `.` or `..`, percent-encoded or not.
  private static func isDots(_ segment: Substring) -> Bool {
    let plain = segment.lowercased().replacingOccurrences(of: "%2e", with: ".")
    return plain == "." || plain == ".."
  }
}
