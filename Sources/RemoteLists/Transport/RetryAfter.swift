import Foundation

/// When a source wants to be asked again (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// However long it says: nobody waits longer than a day for an answer that may have been a mistake.
  static let longest: TimeInterval = 86_400

  /// The moment that a field's value means: seconds from now, or a date. Nil for what is neither.
  static func moment(_ value: String, now: Date) -> Date? {
    let text = value.trimmingCharacters(in: .whitespaces)
    if !text.isEmpty, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) {
      return now + min(Double(text) ?? longest, longest)
    }
    return HTTPDate.date(text).map { min(max($0, now), now + longest) }
  }
}
