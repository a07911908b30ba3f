import HTTPTypes

/// The `Cookie` field of a request (RFC 6265, section 5.4).
enum CookieField {
  static func values(of name: String, in headers: HTTPFields) -> [Substring] {
    var values: [Substring.UTF8View] = []
    for field in headers[values: .cookie] {
      // Split by bytes: cookie names and tokens are ASCII.
      for pair in Substring(field).utf8.split(separator: UInt8(ascii: ";")) {
        let pair = pair.drop(while: isBlank)
        guard pair.starts(with: name.utf8) else { continue }
        let rest = pair.dropFirst(name.utf8.count)
        if rest.first == UInt8(ascii: "=") { values.append(rest.dropFirst()) }
      }
    }
    return values.map { value in
      var value = value
      while let last = value.last, isBlank(last) { value.removeLast() }
      return Substring(value)
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
