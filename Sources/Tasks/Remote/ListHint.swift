import Foundation

/// What is known of a file beside its content; the content decides where it can.
public struct ListHint: Hashable, Sendable {
  /// Its name, or the last part of its address: `todo.txt`.
  public var name: String?
  /// What its source calls it: `text/calendar`, in lower case, without parameters.
  public var mediaType: String?
  /// The encoding that its source declares, as written there: `iso-8859-1`.
  public var charset: String?

  /// What is known.
  public init(name: String? = nil, mediaType: String? = nil, charset: String? = nil) {
    self.name = name
    self.mediaType = mediaType
    self.charset = charset
  }

  /// What an HTTP response tells of its body (RFC 9110, section 8.3; RFC 6266).
  /// - Parameters:
  ///   - name: the last part of the address, for where the response tells no name.
  ///   - contentType: the value of `Content-Type`.
  ///   - contentDisposition: the value of `Content-Disposition`.
  public init(name: String?, contentType: String?, contentDisposition: String?) {
    let type = contentType.map(HeaderValue.init)
    let disposition = contentDisposition.map(HeaderValue.init)
    let fileName = disposition?.extended("filename") ?? disposition?.parameters["filename"]
    // A path in it is not ours to follow.
    let last = fileName?.split { $0 == "/" || $0 == "\\" }.last.map(String.init)
    self.name = last ?? name
    mediaType = type.flatMap { $0.value.isEmpty ? nil : $0.value }
    charset = type?.parameters["charset"].flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// A value with parameters, as in `text/plain; charset="utf-8"` (RFC 9110, section 5.6.6).
private struct HeaderValue {
  /// In lower case.
  let value: String
  /// The first of each name; names are in lower case.
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

  /// A parameter in the form `UTF-8''k%C3%A4se.ics` (RFC 8187).
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
