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

/// Parses the three date formats of HTTP (RFC 9110, section 5.6.7).
private enum HTTPDate {
  static func date(_ text: String) -> Date? {
    guard text.utf8.count <= 40 else { return nil }
    let words = text.split { " ,-:".contains($0) }.map(String.init)
    switch words.count {
    // Sun, 06 Nov 1994 08:49:37 GMT and Sunday, 06-Nov-94 08:49:37 GMT
    case 8 where words[7] == "GMT":
      return date(year: words[3], month: words[2], day: words[1], time: words[4...6])
    // Sun Nov  6 08:49:37 1994
    case 7: return date(year: words[6], month: words[1], day: words[2], time: words[3...5])
    case _: return nil
    }
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  private static func date(year: String, month: String, day: String, time: ArraySlice<String>) -> Date? {
    let time = time.compactMap { Int($0) }
    guard let number = Int(year), let month = months.firstIndex(of: month), let day = Int(day), time.count == 3,
      (1...31).contains(day), (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2])
    else { return nil }
    // Two-digit years are of this century, because `Retry-After` dates are in the future.
    let full = year.utf8.count == 2 ? 2_000 + number : number
    guard (1_970...9_999).contains(full), let zone = TimeZone(secondsFromGMT: 0) else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar.date(
      from: DateComponents(
        year: full, month: month + 1, day: day, hour: time[0], minute: time[1], second: time[2]))
  }
}
