import HTTPTypes
import Hummingbird
import StatePages
import Synchronization

/// What the server saw of requests that `fourfold doctor` has marked, for the diagnosis of proxies.
///
/// Any client can mark a request. Only a client on this machine that knows the mark can read what was seen.
final class MarkedRequests: Sendable {
  /// The number of requests that are remembered.
  private static let capacity = 8

  private let seen = Mutex<[(mark: String, line: String)]>([])

  func note(_ mark: String, _ request: AnonymousRequest) {
    guard Self.isMark(mark) else { return }
    let line = Self.line(of: request)
    seen.withLock { seen in
      seen.removeAll { $0.mark == mark }
      if seen.count >= Self.capacity { seen.removeFirst() }
      seen.append((mark, line))
    }
  }

  /// What was seen of a request, in one line; nil if it did not arrive.
  func line(of mark: String) -> String? { seen.withLock { $0.first { $0.mark == mark }?.line } }

  /// 32 hexadecimal digits.
  private static func isMark(_ text: String) -> Bool {
    text.utf8.count == 32 && text.utf8.allSatisfy("0123456789abcdef".utf8.contains)
  }

  private static func line(of request: AnonymousRequest) -> String {
    let peer = ClientAddress(request.context.remoteAddress)
    let proxies = request.app.settings.site.proxies
    let isTrusted = request.context.remoteAddress.map(proxies.contains) ?? false
    let names = ["X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host"].filter { name in
      HTTPField.Name(name).map { request.http.headers[$0] != nil } ?? false
    }
    let host = (request.client.host ?? "").unicodeScalars.filter { (0x21...0x7E).contains($0.value) }.prefix(255)
    return [
      "peer=\(peer?.description ?? "-")", "trusted=\(isTrusted)", "client=\(request.client.address ?? "-")",
      "scheme=\(request.client.isHTTPS ? "https" : "http")", "host=\(String(String.UnicodeScalarView(host)))",
      "headers=\(names.joined(separator: ","))",
    ].joined(separator: " ")
  }
}
