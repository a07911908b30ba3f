import HTTPTypes
import NIOCore

/// Who sends a request, and over what: as the connection shows, or as a proxy says that is believed.
struct Client: Hashable, Sendable {
  /// Where the request comes from; nil if that is no IP connection.
  let ip: IPAddress?
  /// The host that was asked, with its port.
  let host: String?
  /// Whether it came by HTTPS, at least to our proxy.
  let isHTTPS: Bool
  /// Whether the browser runs on the machine that it asks: it says so by the host, for browsers ask `localhost` nowhere else
  /// (RFC 6761, section 6.3), and it comes from there. Others than browsers can name any host.
  let isLoopback: Bool
  /// Whether it comes from this machine with nothing in between that says so: no proxy, believed or not.
  let isDirectLoopback: Bool

  private init() {
    (ip, host, isHTTPS, isLoopback, isDirectLoopback) = (nil, nil, false, false, false)
  }

  /// Of whom nothing is known, and to whom no cookie is trusted.
  static let unknown = Client()

  /// - Parameters:
  ///   - request: the request.
  ///   - peer: the other end of the connection.
  ///   - proxies: who is believed about others.
  init(_ request: HTTPRequest, peer: SocketAddress?, proxies: TrustedProxies) {
    let peer = IPAddress(peer)
    guard let peer, proxies.contains(peer) else {
      ip = peer
      host = request.authority
      isHTTPS = false
      // What is no IP connection is a socket on this machine.
      isLoopback = Self.isLoopback(host) && peer?.isLoopback != false
      isDirectLoopback = isLoopback && !Forwarded.isForwarded(request.headerFields)
      return
    }
    let forwarded = Forwarded(request.headerFields)
    ip = forwarded.client(behind: peer, proxies)
    host = forwarded.host ?? request.authority
    isHTTPS = forwarded.scheme == "https"
    isLoopback = Self.isLoopback(host) && ip?.isLoopback == true
    isDirectLoopback = false
  }

  /// The address in numbers.
  var address: String? { ip?.description }

  /// Whether nobody else can read along.
  var isSecure: Bool { isHTTPS || isLoopback }

  private static func isLoopback(_ authority: String?) -> Bool {
    guard let authority else { return false }
    if authority.hasPrefix("[") { return IPAddress(authority.dropFirst().prefix { $0 != "]" })?.isLoopback == true }
    let name = authority.utf8.prefix { $0 != UInt8(ascii: ":") }
    if let last = name.last, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(last) {
      return IPAddress(Substring(name))?.isLoopback == true
    }
    let host = Substring(name).lowercased()
    return host == "localhost" || host.hasSuffix(".localhost")
  }
}

/// What proxies add to a request on its way. Each adds to the end, so that the last word is our own proxy's; what stands before
/// may be anybody's.
private struct Forwarded {
  private let addresses: [Substring]
  let host: String?
  let scheme: String?

  init(_ headers: HTTPFields) {
    addresses = Self.values(of: "X-Forwarded-For", in: headers)
    host = Self.values(of: "X-Forwarded-Host", in: headers).last.map(String.init)
    scheme = Self.values(of: "X-Forwarded-Proto", in: headers).last?.lowercased()
  }

  /// Goes back from proxy to proxy, to the first that is none of ours. What is no address ends the way as well: then it is the
  /// proxy that said so.
  func client(behind peer: IPAddress, _ proxies: TrustedProxies) -> IPAddress {
    var client = peer
    for text in addresses.reversed() where proxies.contains(client) {
      guard let address = Self.address(text) else { return client }
      client = address
    }
    return client
  }

  /// Whether a proxy says that it is one, in whichever way.
  static func isForwarded(_ headers: HTTPFields) -> Bool {
    ["X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Forwarded", "Via"].contains { name in
      HTTPField.Name(name).map { headers[$0] != nil } ?? false
    }
  }

  private static func values(of name: String, in headers: HTTPFields) -> [Substring] {
    guard let name = HTTPField.Name(name) else { return [] }
    return headers[values: name].flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map(
      \.withoutBlanks)
  }

  /// An address, maybe with a port: `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]:4711`.
  private static func address(_ text: Substring) -> IPAddress? {
    if text.hasPrefix("[") { return IPAddress(text.dropFirst().prefix { $0 != "]" }) }
    let hasPort = text.contains(".") && text.count { $0 == ":" } == 1
    return IPAddress(hasPort ? text.prefix { $0 != ":" } : text)
  }
}
