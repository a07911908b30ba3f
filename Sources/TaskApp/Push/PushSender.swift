package import Notifications

/// Sends messages of Web Push.
package struct PushSender: Sendable {
  /// Throws the failure that sending would end with, as far as that is known without a network.
  package let check: @Sendable (PushDestination) throws(SendingFailure) -> Void
  /// Sends a message once, signed by the server's key, with whom the push service can ask about it.
  package let send:
    @Sendable (PushMessage, PushDestination, PushServerKey, _ contact: String) async throws(SendingFailure) -> Void

  package init(
    check: @escaping @Sendable (PushDestination) throws(SendingFailure) -> Void = { _ in },
    send:
      @escaping @Sendable (PushMessage, PushDestination, PushServerKey, _ contact: String) async throws(SendingFailure)
      -> Void
  ) {
    (self.check, self.send) = (check, send)
  }

  package init(_ sender: NotificationSender) {
    self.init(check: sender.check) { message, destination, key, contact throws(SendingFailure) in
      try await sender.send(message, to: destination, signedBy: key, contact: contact)
    }
  }
}
