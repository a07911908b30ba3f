import Foundation
import NetworkAddresses
import Scheduling
import Tasks
import Transfers

/// An address that somebody typed, and that notices are posted to. The same rules hold for it as for followed lists.
struct WebEndpoint: Sendable {
  /// Without login.
  let url: String
  /// In the canonical spelling of `HostName`.
  let host: String
  let login: (user: String, password: String)?

  private static let usualPorts = ["http": 80, "https": 443]

  /// - Throws: ``SendingFailure/insecure`` or ``SendingFailure/blockedPort(_:)``.
  init(_ address: SourceAddress, ports: Set<Int>?, allowsHTTP: Bool) throws(SendingFailure) {
    guard var parts = URLComponents(string: address.url), let scheme = parts.scheme,
      let host = parts.encodedHost.flatMap(HostName.canonical), let usual = Self.usualPorts[scheme]
    else { throw .noSuchHost }
    guard scheme == "https" || allowsHTTP else { throw .insecure }
    let port = parts.port ?? usual
    if let ports, !ports.contains(port), !Self.usualPorts.values.contains(port) { throw .blockedPort(port) }
    (parts.percentEncodedUser, parts.percentEncodedPassword) = (nil, nil)
    // Numbers in any spelling become the address that they mean, so that libcurl reads no other one.
    parts.encodedHost = HostName.address(host).map { $0.isIPv6 ? "[\($0)]" : "\($0)" } ?? host
    guard let url = parts.string else { throw .noSuchHost }
    (self.url, self.host, login) = (url, host, address.login)
  }

  /// Checks a host that is an IP address.
  func check(_ policy: SSRFPolicy) throws(SendingFailure) {
    if let range = HostName.address(host).flatMap(policy.blocks) { throw .blockedAddress(range) }
  }
}

/// A request with a body.
struct WebRequest: Sendable {
  var headers: [(name: String, value: String)]
  let body: [UInt8]
  /// What the answer must not show.
  let secrets: [String?]
  /// The media type of the body.
  var type = "application/json"
}

extension NotificationSender {
  /// Posts a request to the checked addresses of an endpoint.
  func post(_ request: WebRequest, to endpoint: WebEndpoint) async throws(SendingFailure) {
    let host = endpoint.host
    guard await Self.turns.begin(host) else { throw .cancelled }
    defer { Self.turns.end(host) }
    let limit = TimeLimit(webDeadline)
    let (policy, resolver) = (policy, resolver)
    let addresses = try await Self.addresses(within: limit) { () async throws(AddressFailure) in
      try await policy.addresses(of: endpoint.host, by: resolver)
    }
    var headers = request.headers
    headers += [("Content-Type", request.type), ("User-Agent", "Fourfold"), ("Accept", "*/*")]
    let secrets = request.secrets + [endpoint.login?.password]
    let response: TransferResponse
    do {
      response = try await perform(on: Self.requests, at: addresses) { [headers] ip in
        var transfer = Transfer(
          .request(method: "POST", headers: headers, body: request.body), to: endpoint.url, at: ip)
        transfer.login = endpoint.login
        transfer.authorities = authorities
        transfer.deadline = limit.left
        return transfer
      }
    } catch {
      throw SendingFailure(error, hiding: secrets)
    }
    try Self.check(ServerReply(status: response.status, bytes: response.body, hiding: secrets))
  }

  /// The meaning of a status (RFC 9110, section 15). Redirects are not followed: the address has to be put right.
  private static func check(_ reply: ServerReply) throws(SendingFailure) {
    switch reply.status {
    case 200..<300: return
    case 401, 403, 407: throw .authentication(reply)
    case 413: throw .tooLarge
    case 408, 425, 429, 500...: throw .deferred(reply)
    case 300..<500: throw .rejected(reply)
    case _: throw .malformed
    }
  }
}
