package import Tasks

/// Where a person is told something. What describes it has no secret.
package enum Destination: Hashable, Sendable, CustomStringConvertible {
  case mail(MailAddress)
  case ntfy(NtfyTopic)
  case webhook(Webhook)

  package var description: String {
    switch self {
    case .mail(let address): address.text
    case .ntfy(let topic): topic.description
    case .webhook(let webhook): webhook.description
    }
  }
}

/// A topic of an ntfy server (docs.ntfy.sh). Who knows a topic's name can read it, unless the server asks for a token.
package struct NtfyTopic: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  package enum Problem: Error, Hashable, Sendable {
    /// The name is not of 1 to 64 letters, digits, hyphens and underscores.
    case topic
    /// The token has other characters than visible ASCII ones, or too many.
    case token
  }

  package let server: SourceAddress
  package let topic: String
  /// An access token; nil for an open topic. Secret.
  package let token: String?

  /// - Throws: ``Problem`` for a topic or a token that no server has.
  package init(server: SourceAddress, topic: String, token: String? = nil) throws(Problem) {
    let isName = topic.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
      default: false
      }
    }
    guard isName, (1...64).contains(topic.utf8.count) else { throw .topic }
    if let token {
      guard (1...200).contains(token.utf8.count), token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw .token
      }
    }
    (self.server, self.topic, self.token) = (server, topic, token)
  }

  package var description: String { "\(server.place)/\(topic)" }
  package var customMirror: Mirror { Mirror(self, children: ["place": description]) }
}

/// An address that takes events as JSON, signed as Standard Webhooks says (standardwebhooks.com).
package struct Webhook: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  package let url: SourceAddress
  package let secret: WebhookSecret

  package init(url: SourceAddress, secret: WebhookSecret) { (self.url, self.secret) = (url, secret) }

  package var description: String { url.place }
  package var customMirror: Mirror { Mirror(self, children: ["place": description]) }
}
