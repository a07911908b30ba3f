import Foundation
import Tasks

/// What is known about a file besides its content. The content takes precedence.
package struct ListHint: Hashable, Sendable {
  /// The file name, or the last component of the address: `todo.txt`.
  package var name: String?
  /// The media type, in lower case, without parameters: `text/calendar`.
  package var mediaType: String?
  /// The declared character encoding, as written: `iso-8859-1`.
  package var charset: String?

  package init(name: String? = nil, mediaType: String? = nil, charset: String? = nil) {
    (self.name, self.mediaType, self.charset) = (name, mediaType, charset)
  }

  /// Creates a hint from the header fields of an HTTP response (RFC 9110, section 8.3; RFC 6266).
  /// - Parameters:
  ///   - name: the last component of the address, used if the response has no file name.
  ///   - contentType: the value of `Content-Type`.
  ///   - contentDisposition: the value of `Content-Disposition`.
  package init(name: String?, contentType: String?, contentDisposition: String?) {
    let type = contentType.map(HeaderValue.init)
    let disposition = contentDisposition.map(HeaderValue.init)
    let fileName = disposition?.extended("filename") ?? disposition?.parameters["filename"]
    // Only the last component of a path counts.
    let last = fileName?.split { $0 == "/" || $0 == "\\" }.last.map(String.init)
    self.name = last ?? name
    mediaType = type.flatMap { $0.value.isEmpty ? nil : $0.value }
    charset = type?.parameters["charset"].flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// A header value with parameters, as in `text/plain; charset="utf-8"` (RFC 9110, section 5.6.6).
private struct HeaderValue {
  /// The value, in lower case.
  let value: String
  /// The parameters by name in lower case. The first of each name counts.
  private(set) var parameters: [String: String] = [:]

  init(_ text: String) {
    var rest = Bytes(text.utf8)
    value = Self.token(&rest, until: []).lowercased()
    while rest.popFirst() != nil {
      let name = Self.token(&rest, until: [UInt8(ascii: "=")]).lowercased()
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst().drop { $0.isSpace }
      let value = rest.first == UInt8(ascii: "\"") ? Self.quoted(&rest) : Self.token(&rest, until: [])
      if parameters[name] == nil { parameters[name] = value }
    }
  }

  /// A parameter in the extended form `UTF-8''k%C3%A4se.ics` (RFC 8187).
  func extended(_ name: String) -> String? {
    let parts = parameters[name + "*"]?.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard let parts, parts.count == 3 else { return nil }
    return String(parts[2]).removingPercentEncoding
  }

  private static func token(_ rest: inout Bytes, until ends: [UInt8]) -> String {
    let token = rest.prefix { $0 != UInt8(ascii: ";") && !ends.contains($0) }
    rest = rest[token.endIndex...]
    return token.trimmed.text
  }

  private static func quoted(_ rest: inout Bytes) -> String {
    var text: [UInt8] = []
    rest = rest.dropFirst()
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      text.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
    }
    rest = rest.drop { $0 != UInt8(ascii: ";") }
    return Bytes(text).text
  }
}
