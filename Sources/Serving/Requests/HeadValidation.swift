import HTTPTypes
import NIOHTTP1

/// What must hold for the head of a request, beyond what the parser sees to.
///
/// NIO's parser refuses bare line feeds, folded lines, spaces before a colon, control characters, and every doubled or
/// odd Content-Length, alone or beside a Transfer-Encoding. It takes any Host or none, any target, and codings in front
/// of `chunked`, which nobody here decodes.
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

  /// RFC 9112, section 3.2: without a Host, with more than one or with an invalid one, the answer must be 400.
  /// HTTP/1.0 knows none.
  private func namesOneHost(_ hosts: [String], _ version: HTTPVersion) -> Bool {
    guard let host = hosts.first else { return version == .http1_0 }
    return hosts.count == 1 && HostField.isValid(host)
  }

  /// RFC 9112, section 3.2: a path; a whole URI, as for a proxy; or an asterisk for the server itself. `CONNECT`'s is
  /// for proxies only. Where the URI names another host than the field does, one of them would have to be ignored by
  /// everybody alike: refused.
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

  /// RFC 9112, section 6.1: a transfer coding that is not understood, or one in HTTP/1.0, leaves in doubt where the
  /// request ends. Refused with 400 rather than 501: it is the answer for everything in doubt.
  private func isUnderstood(_ head: HTTPRequestHead) -> Bool {
    let codings = head.headers["transfer-encoding"]
    if codings.isEmpty { return true }
    return head.version != .http1_0 && codings.map { $0.lowercased() } == ["chunked"]
  }
}
