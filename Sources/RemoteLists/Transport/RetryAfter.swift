import Foundation

/// Parses `Retry-After` (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// The longest delay in seconds, one day: a longer one may be a mistake of the server.
  static let longest: TimeInterval = 86_400

  /// The time that a field's value stands for: seconds from now, or a date. Nil for other values.
  static func moment(_ value: String, now: Date) -> Date? {
    let text = value.trimmingCharacters(in: .whitespaces)
    if !text.isEmpty, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) {
      return now + min(Double(text) ?? longest, longest)
    }
    return HTTPDate.date(text).map { min(max($0, now), now + longest) }
  }
}
