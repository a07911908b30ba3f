import HTTPTypes
import NIOHTTP1

/// Validates the head of a request, beyond what the parser checks.
///
/// NIO's parser refuses bare line feeds, folded lines, spaces before a colon, control characters, and every repeated or
/// malformed Content-Length, alone or with a Transfer-Encoding. It accepts any Host or none, any target, and transfer
/// codings before `chunked`, which this server does not decode.
struct HeadValidation {
  private let limits: ConnectionLimits

  init(_ limits: ConnectionLimits) {
    self.limits = limits
  }

  func complaint(about head: HTTPRequestHead) -> RequestRejection? {
    guard let status = status(for: head) else { return nil }
    return .refused(status, isHEAD: head.method == .HEAD)
  }

  private func status(for head: HTTPRequestHead) -> HTTPResponse.Status? {
    if head.method.rawValue.utf8.count + head.uri.utf8.count + " ".utf8.count + " HTTP/1.1".utf8.count
      > limits.requestLine
    {
      return .uriTooLong
    }
    let size = head.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + ": \r\n".utf8.count }
    if size > limits.headers || head.headers.count > limits.headerFields {
      return .requestHeaderFieldsTooLarge
    }
    let hosts = head.headers["host"]
    guard namesOneHost(hosts, head.version), isOurs(head.uri, head.method, hosts.first), isUnderstood(head) else {
      return .badRequest
    }
    return nil
  }

  /// RFC 9112, section 3.2: a request without a Host, with more than one or with an invalid one must be answered 400.
  /// HTTP/1.0 has no Host.
  private func namesOneHost(_ hosts: [String], _ version: HTTPVersion) -> Bool {
    guard let host = hosts.first else { return version == .http1_0 }
    return hosts.count == 1 && HostField.isValid(host)
  }

  /// RFC 9112, section 3.2: a path; an absolute URI, as for a proxy; or an asterisk for the server itself. `CONNECT` is
  /// for proxies only. If the URI's host differs from the Host field, the request is refused, because intermediaries
  /// may disagree on which of the two to ignore.
  private func isOurs(_ target: String, _ method: HTTPMethod, _ host: String?) -> Bool {
    if method == .CONNECT { return false }
    if target.hasPrefix("/") { return true }
    if target == "*" { return method == .OPTIONS }
    for scheme in ["http://", "https://"] where target.lowercased().hasPrefix(scheme) {
      let authority = target.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
      return host.map { authority.lowercased() == $0.lowercased() } ?? HostField.isValid(String(authority))
    }
    return false
  }

  /// RFC 9112, section 6.1: an unknown transfer coding, or one in HTTP/1.0, makes the end of the request ambiguous.
  /// Refused with 400 rather than 501, as every ambiguous request.
  private func isUnderstood(_ head: HTTPRequestHead) -> Bool {
    let codings = head.headers["transfer-encoding"]
    if codings.isEmpty { return true }
    return head.version != .http1_0 && codings.map { $0.lowercased() } == ["chunked"]
  }
}
