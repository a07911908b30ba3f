import Foundation
package import HTTPTypes
public import Hummingbird
public import NIOCore
import NetworkAddresses

/// The sender of a request and the security of its connection, from the socket or from a trusted proxy's headers.
///
/// The middleware of ``Hummingbird/Router/addPages(_:on:unknownAddress:routes:)`` determines it; an app passes it on:
///
/// ```swift
/// return sessions.begin(for: reader, in: .seeOther("/books"), for: context.client)
/// ```
public struct Client: Hashable, Sendable {
  /// The client's address; nil if the connection is not over IP.
  package let ip: ClientAddress?
  /// The requested host, with its port.
  package let host: String?
  /// Whether the request was sent over HTTPS, at least to the proxy.
  package let isHTTPS: Bool
  /// Whether a browser on this machine sends the request: the connection is local, and so is the host, which browsers resolve to
  /// their own machine (RFC 6761, section 6.3). Other clients can send any host.
  package let isLoopback: Bool
  /// Whether the request comes from this machine, and not from the address of a trusted proxy, without any sign of another proxy.
  package let isDirectLoopback: Bool
  /// Whether the request comes from this machine without forwarding headers, possibly from the address of a trusted proxy. The clients
  /// of a trusted proxy that sets no such headers look the same, so use it for health reports only.
  package let isUnforwardedLoopback: Bool

  private init() {
    (ip, host, isHTTPS) = (nil, nil, false)
    (isLoopback, isDirectLoopback, isUnforwardedLoopback) = (false, false, false)
  }

  /// A client without known properties. It gets no cookie over an unencrypted connection.
  package static let unknown = Client()

  /// Determines the client of a request.
  /// - Parameters:
  ///   - request: the request.
  ///   - peer: the remote address of the connection.
  ///   - proxies: the proxies trusted to set forwarding headers.
  package init(_ request: HTTPRequest, peer: SocketAddress?, proxies: TrustedProxies) {
    let peer = ClientAddress(peer)
    guard let peer, proxies.contains(peer) else {
      ip = peer
      host = request.authority
      isHTTPS = false
      // A connection that is not over IP is a Unix domain socket, so it is local.
      isLoopback = Self.isLoopback(host) && peer?.isLoopback != false
      isDirectLoopback = isLoopback && !Forwarded.isForwarded(request.headerFields)
      isUnforwardedLoopback = isDirectLoopback
      return
    }
    let forwarded = Forwarded(request.headerFields)
    ip = forwarded.client(behind: peer, proxies)
    host = forwarded.host ?? request.authority
    isHTTPS = forwarded.scheme == "https"
    isLoopback = Self.isLoopback(host) && ip?.isLoopback == true
    isDirectLoopback = false
    isUnforwardedLoopback = isLoopback && !Forwarded.isForwarded(request.headerFields)
  }

  package var address: String? { ip?.description }

  /// Whether the connection cannot be eavesdropped on.
  package var isSecure: Bool { isHTTPS || isLoopback }

  private static func isLoopback(_ authority: String?) -> Bool {
    guard let authority else { return false }
    if authority.hasPrefix("[") { return ClientAddress(authority.dropFirst().prefix { $0 != "]" })?.isLoopback == true }
    let name = authority.utf8.prefix { $0 != UInt8(ascii: ":") }
    if let last = name.last, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(last) {
      return ClientAddress(Substring(name))?.isLoopback == true
    }
    let host = Substring(name).lowercased()
    return host == "localhost" || host.hasSuffix(".localhost")
  }
}

/// The forwarding headers of a request. Every proxy appends its value, so the last one comes from our own proxy; earlier values
/// may be forged.
private struct Forwarded {
  private let addresses: [String]
  let host, scheme: String?

  init(_ headers: HTTPFields) {
    addresses = Self.values(of: "X-Forwarded-For", in: headers)
    host = Self.values(of: "X-Forwarded-Host", in: headers).last
    scheme = Self.values(of: "X-Forwarded-Proto", in: headers).last?.lowercased()
  }

  /// Walks back from proxy to proxy to the first untrusted address. A malformed entry ends the walk at the proxy that sent it.
  func client(behind peer: ClientAddress, _ proxies: TrustedProxies) -> ClientAddress {
    var client = peer
    for text in addresses.reversed() where proxies.contains(client) {
      guard let address = Self.address(text) else { return client }
      client = address
    }
    return client
  }

  /// Whether any header shows that the request passed a proxy.
  static func isForwarded(_ headers: HTTPFields) -> Bool { headers.contains { names.contains($0.name) } }

  private static let names = Set(
    ["X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Forwarded", "Via"]
      .compactMap { HTTPField.Name($0) })

  private static func values(of name: String, in headers: HTTPFields) -> [String] {
    guard let name = HTTPField.Name(name) else { return [] }
    return headers[values: name].flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// Parses an address with an optional port: `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]:4711`.
  private static func address(_ text: String) -> ClientAddress? {
    if text.hasPrefix("[") { return ClientAddress(text.dropFirst().prefix { $0 != "]" }) }
    let hasPort = text.contains(".") && text.count { $0 == ":" } == 1
    return ClientAddress(hasPort ? text.prefix { $0 != ":" } : text[...])
  }
}

/// A request context with the client of the request, as the middleware of an app of pages has determined it.
///
/// ```swift
/// struct BooksContext: ClientRequestContext {
///   var coreContext: CoreRequestContextStorage
///   let remoteAddress: SocketAddress?
///   var client: Client?
///   var reader: Int?
///
///   init(source: ApplicationRequestContextSource) {
///     coreContext = CoreRequestContextStorage(source: source)
///     remoteAddress = source.channel.remoteAddress
///   }
/// }
/// ```
///
/// ``PageRequestContext`` has no more than that.
public protocol ClientRequestContext: RequestContext, RemoteAddressRequestContext {
  /// The client; nil before the middleware has run.
  var client: Client? { get set }
}

/// A request context for an app of pages. An app that needs more writes a ``ClientRequestContext`` of its own.
public struct PageRequestContext: ClientRequestContext {
  /// Hummingbird's part of the context.
  public var coreContext: CoreRequestContextStorage
  /// The remote address of the connection: the client's, or a proxy's.
  public let remoteAddress: SocketAddress?
  /// The client of the request.
  public var client: Client?

  /// Creates the context of a request from a connection.
  public init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    remoteAddress = source.channel.remoteAddress
  }
}

/// The IP address of a client or proxy. IPv4-mapped IPv6 addresses are converted to IPv4, so that each client has one address.
package struct ClientAddress: Hashable, Sendable {
  private let ip: IPAddress

  init(_ ip: IPAddress) { self.ip = ip.unmapped }

  /// Parses a numeric address, such as `192.0.2.1` or `2001:db8::1`; nil for anything else, including host names.
  package init?(_ text: some StringProtocol) {
    guard let ip = IPAddress(text) else { return nil }
    self.init(ip)
  }

  /// The address of a socket; nil if it is not over IP.
  package init?(_ address: SocketAddress?) {
    guard let text = address?.ipAddress else { return nil }
    self.init(text)
  }

  package var isLoopback: Bool { ip.isLoopback }

  /// The addresses of one subscriber: the address itself for IPv4, its first 64 bits for IPv6.
  package var subscriber: ClientAddress { ip.isIPv6 ? network : self }

  /// The enclosing network: the first 24 bits for IPv4, the first 64 for IPv6.
  package var network: ClientAddress { ClientAddress(ip.masked(to: networkBits)) }

  /// The network in CIDR notation: `192.0.2.0/24`, `2001:db8::/64`.
  package var networkText: String { "\(network)/\(networkBits)" }

  private var networkBits: Int { ip.isIPv6 ? 64 : 24 }

  func isIn(_ block: CIDRBlock) -> Bool { block.contains(ip) }
}

extension ClientAddress: CustomStringConvertible {
  /// The numeric address (RFC 5952).
  package var description: String { ip.description }
}
