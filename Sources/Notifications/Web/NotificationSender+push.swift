import Foundation
import NetworkAddresses
import Tasks
import Transfers

extension NotificationSender {
  /// Checks what can be known of the push service without a network; see ``check(_:)-(Destination)``.
  package func check(_ destination: PushDestination) throws(SendingFailure) {
    try endpoint(destination.url).check(policy)
  }

  /// Sends a message to a push service (RFC 8030, section 5), encrypted.
  /// - Parameters:
  ///   - key: the key by which the push service knows the server.
  ///   - contact: whom its operator can ask about the server: a `mailto` or `https` address.
  /// - Throws: ``SendingFailure``; one that ``SendingFailure/isGone`` if the push service takes no messages for it any more.
  package func send(
    _ message: PushMessage, to destination: PushDestination, signedBy key: PushServerKey, contact: String
  ) async throws(SendingFailure) {
    let endpoint = try endpoint(destination.url)
    try endpoint.check(policy)
    let (authorization, body): (String, [UInt8])
    do {
      authorization = try key.authorization(for: endpoint.origin, contact: contact, at: .now)
      body = try message.encrypted(for: destination)
    } catch {
      // Keys that were checked take any text.
      throw .malformed
    }
    var request = WebRequest(
      headers: [
        ("Authorization", authorization), ("Content-Encoding", "aes128gcm"), ("TTL", "\(message.lifetime)"),
        ("Topic", message.topic), ("Urgency", "normal"),
      ], body: body, secrets: [authorization, URL(string: endpoint.url)?.lastPathComponent])
    request.type = message.type
    try await post(request, to: endpoint)
  }
}

extension SendingFailure {
  /// Whether the push service has given the subscription up (RFC 8030, section 7.3).
  package var isGone: Bool {
    guard case .rejected(let reply) = self else { return false }
    return reply.status == 404 || reply.status == 410
  }
}

extension WebEndpoint {
  /// The origin of the address (RFC 6454, section 6.2).
  var origin: String {
    guard let parts = URLComponents(string: url), let scheme = parts.scheme, let host = parts.encodedHost else {
      return url
    }
    return "\(scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? "")
  }
}
