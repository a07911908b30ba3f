import Foundation

/// An address on this site, to go on to after signing in: it comes with the request, so whoever made the link chose it.
struct LocalAddress: Hashable, Sendable {
  /// The most bytes that it may have.
  static let limit = 2048

  /// The address as it came: a path, and a query if there was one.
  let text: String

  /// Nil for what could lead anywhere else, or would be read in more than one way.
  ///
  /// Browsers take `\` for `/`, skip tabs and line breaks, and take what follows two slashes for a host (WHATWG URL Standard,
  /// section 4.4). None of that can come: it is visible ASCII, as browsers themselves send it, with segments that are neither
  /// empty nor dots.
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

  /// `.` and `..`, in whichever spelling.
  private static func isDots(_ segment: Substring) -> Bool {
    let plain = segment.lowercased().replacingOccurrences(of: "%2e", with: ".")
    return plain == "." || plain == ".."
  }
}
