import Foundation
import NIOHTTP1
import Tasks

/// A request to a source, without credentials.
struct SourceRequest: Sendable {
  var method = HTTPMethod.GET
  var headers: HTTPHeaders
  var body: String?

  /// Requests the file at an address, unless the validators still match.
  static func file(ifNot validators: Validators) -> SourceRequest {
    var headers: HTTPHeaders = [
      "Accept": "text/calendar, text/markdown, text/plain;q=0.9, application/json;q=0.8, */*;q=0.1"
    ]
    if let etag = validators.etag { headers.add(name: "If-None-Match", value: etag) }
    if let modified = validators.lastModified { headers.add(name: "If-Modified-Since", value: modified) }
    return SourceRequest(headers: headers)
  }
}

struct SourceResponse: Sendable {
  let status: Int
  let headers: HTTPHeaders
  /// The decoded body; empty unless the status is 200, 203 or 207.
  let body: [UInt8]
}

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
    return date(text).map { min(max($0, now), now + longest) }
  }

  /// A date in one of the three formats of HTTP (RFC 9110, section 5.6.7).
  private static func date(_ text: String) -> Date? {
    let formatter = DateFormatter()
    (formatter.locale, formatter.timeZone) = (Locale(identifier: "en_US_POSIX"), .gmt)
    let words = text.split(separator: " ").joined(separator: " ")
    let formats = ["EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy"]
    return formats.lazy.compactMap { format in
      formatter.dateFormat = format
      return formatter.date(from: words)
    }.first
  }
}
