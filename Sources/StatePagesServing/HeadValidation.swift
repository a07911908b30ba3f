import NIOHTTP1

/// Validates the head of a request, beyond what the parser checks.
///
/// NIO's parser refuses bare line feeds, folded lines, spaces before a colon, control characters, and every repeated or
/// malformed Content-Length, alone or with a Transfer-Encoding. It accepts any Host or none, any target, and transfer
/// codings before `chunked`, which this server does not decode.
enum HeadValidation {
  static func isValid(_ head: HTTPRequestHead) -> Bool {
    let hosts = head.headers["host"]
    return namesOneHost(hosts, head.version) && isOurs(head.uri, head.method, hosts.first) && isUnderstood(head)
  }

  /// RFC 9112, section 3.2: a request without a Host, with more than one or with an invalid one must be answered 400.
  /// HTTP/1.0 has no Host.
  private static func namesOneHost(_ hosts: [String], _ version: HTTPVersion) -> Bool {
    guard let host = hosts.first else { return version == .http1_0 }
    return hosts.count == 1 && isHost(host)
  }

  /// RFC 9112, section 3.2: a path; an absolute URI, as for a proxy; or an asterisk for the server itself. `CONNECT` is
  /// for proxies only. If the URI's host differs from the Host field, the request is refused, because intermediaries
  /// may disagree on which of the two to ignore.
  private static func isOurs(_ target: String, _ method: HTTPMethod, _ host: String?) -> Bool {
    if method == .CONNECT { return false }
    if target.hasPrefix("/") { return true }
    if target == "*" { return method == .OPTIONS }
    for scheme in ["http://", "https://"] where target.lowercased().hasPrefix(scheme) {
      let authority = target.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
      return host.map { authority.lowercased() == $0.lowercased() } ?? isHost(String(authority))
    }
    return false
  }

  /// RFC 9112, section 6.1: an unknown transfer coding, or one in HTTP/1.0, makes the end of the request ambiguous.
  /// Refused with 400 rather than 501, as every ambiguous request.
  private static func isUnderstood(_ head: HTTPRequestHead) -> Bool {
    let codings = head.headers["transfer-encoding"]
    if codings.isEmpty { return true }
    return head.version != .http1_0 && codings.map { $0.lowercased() } == ["chunked"]
  }

  /// Whether the value of a Host field (RFC 9110, section 7.2) is a name or address, with or without a port (RFC 3986,
  /// section 3.2.2). An `http` URI may not have an empty one (RFC 9110, section 4.2.1).
  static func isHost(_ value: String) -> Bool {
    var name = Substring(value).utf8
    if let colon = name.lastIndex(of: UInt8(ascii: ":")), !name[colon...].contains(UInt8(ascii: "]")) {
      let port = name[colon...].dropFirst()
      guard port.count <= 5, port.allSatisfy("0123456789".utf8.contains) else { return false }
      name = name[..<colon]
    }
    guard name.first == UInt8(ascii: "[") else { return !name.isEmpty && name.allSatisfy(namesBytes.contains) }
    return name.count > 2 && name.last == UInt8(ascii: "]")
      && name.dropFirst().dropLast().allSatisfy("0123456789abcdefABCDEF:.".utf8.contains)
  }

  private static let namesBytes = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~%!$&'()*+,;=".utf8)
}
