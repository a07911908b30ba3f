package import Notifications
package import Tasks

/// Sends notices to the channels of accounts.
package struct ReminderSender: Sendable {
  /// Whether the operator has set up mail.
  package let hasMail: Bool
  /// Throws the failure that sending would end with, as far as that is known without a network.
  package let check: @Sendable (Destination) throws(SendingFailure) -> Void
  /// Sends a notice once.
  package let send: @Sendable (Notifications.Notice, Destination) async throws(SendingFailure) -> Void

  package init(
    hasMail: Bool, check: @escaping @Sendable (Destination) throws(SendingFailure) -> Void = { _ in },
    send: @escaping @Sendable (Notifications.Notice, Destination) async throws(SendingFailure) -> Void
  ) {
    (self.hasMail, self.check, self.send) = (hasMail, check, send)
  }

  package init(_ sender: NotificationSender) {
    self.init(hasMail: sender.hasMail, check: sender.check, send: sender.send)
  }
}

extension Destination {
  /// The destination of a channel; nil if its stored address is none any more.
  package init?(_ address: ChannelAddress) {
    do {
      switch address {
      case .mail(let text): self = .mail(try MailAddress(validating: text))
      case .ntfy(let server, let topic, let token):
        self = .ntfy(try NtfyTopic(server: SourceAddress(validating: server), topic: topic, token: token))
      case .webhook(let url, let secret):
        guard let secret = WebhookSecret(secret) else { return nil }
        self = .webhook(Webhook(url: try SourceAddress(validating: url), secret: secret))
      }
    } catch {
      return nil
    }
  }
}
