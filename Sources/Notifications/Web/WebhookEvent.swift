import Crypto
import Foundation

/// A notice as the event of a webhook, signed as Standard Webhooks says (standardwebhooks.com, specification 1.0.0).
struct WebhookEvent: Encodable {
  struct Content: Encodable {
    struct Action: Encodable {
      let label, method, url: String
    }

    let id, title, text: String
    let priority: String
    let url: String?
    let actions: [Action]
  }

  let type: String
  /// When what it tells came to be, which is not when it is sent.
  let timestamp: String
  let data: Content

  init(_ notice: Notice) {
    type = notice.event
    timestamp = notice.date.formatted(.iso8601)
    data = Content(
      id: notice.id, title: notice.title, text: notice.text, priority: notice.priority.rawValue, url: notice.url,
      actions: notice.actions.map { action in
        Content.Action(label: action.label, method: action.kind == .post ? "POST" : "GET", url: action.url)
      })
  }

  func request(for webhook: Webhook, at now: Date) -> WebRequest {
    let body = JSONText.bytes(self)
    let id = data.id.token
    let seconds = Int(now.timeIntervalSince1970)
    let signature = webhook.secret.signature(id: id, seconds: seconds, body: body)
    return WebRequest(
      headers: [("webhook-id", id), ("webhook-timestamp", "\(seconds)"), ("webhook-signature", signature)], body: body,
      secrets: [webhook.secret.text, signature])
  }
}

/// The key that a webhook's events are signed with, as its receiver has it.
package struct WebhookSecret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  private static let prefix = "whsec_"

  /// The key in base64, with a prefix. Secret.
  package let text: String
  private let key: [UInt8]

  /// A new key of 32 random bytes.
  package static func random() -> WebhookSecret { WebhookSecret((0..<32).map { _ in UInt8.random(in: .min ... .max) }) }

  private init(_ key: [UInt8]) { (self.key, text) = (key, Self.prefix + Data(key).base64EncodedString()) }

  /// Parses a key of 24 to 64 bytes; nil for other text.
  package init?(_ text: String) {
    guard text.hasPrefix(Self.prefix), let key = Data(base64Encoded: String(text.dropFirst(Self.prefix.count))),
      (24...64).contains(key.count)
    else { return nil }
    self.init(Array(key))
  }

  package var description: String { Self.prefix + "…" }
  package var customMirror: Mirror { Mirror(self, children: []) }

  /// The value of `webhook-signature`: HMAC-SHA256 of identifier, time and body.
  func signature(id: String, seconds: Int, body: [UInt8]) -> String {
    let signed = Array("\(id).\(seconds).".utf8) + body
    let code = HMAC<SHA256>.authenticationCode(for: signed, using: SymmetricKey(data: key))
    return "v1," + Data(code).base64EncodedString()
  }
}
