package import Foundation

/// What a program asks for: to be told of changes to a list, or of the lists of its account, by Web Push (RFC 8030).
package struct PushSubscription: Hashable, Sendable {
  /// The changes that a program is told of.
  package struct Triggers: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Changes of what is in the resource.
    package static let content = Triggers(rawValue: 1)
    /// Changes of its own name, color, and what the account may do with it.
    package static let properties = Triggers(rawValue: 2)
  }

  package let endpoint: PushEndpoint
  package let triggers: Triggers
  /// Where its account reached the app, such as `https://lists.example`.
  package let origin: String
  /// When the program wants it to end; nil if it has not said.
  package let expires: Date?

  package init(to endpoint: PushEndpoint, of triggers: Triggers, from origin: String, until expires: Date? = nil) {
    (self.endpoint, self.triggers, self.origin, self.expires) = (endpoint, triggers, origin, expires)
  }
}

/// The id of a subscription.
package typealias PushSubscriptionID = Identifier<PushSubscription>

/// Where messages for a program are posted to, and with what they are encrypted (RFC 8291). Who sends validates it.
package struct PushEndpoint: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The address at the push service. Secret: messages can be posted there by those who know it.
  package let resource: String
  /// A point of the curve P-256, uncompressed: 65 bytes.
  package let publicKey: Data
  /// 16 bytes. Secret.
  package let authSecret: Data

  package init(resource: String, publicKey: Data, authSecret: Data) {
    (self.resource, self.publicKey, self.authSecret) = (resource, publicKey, authSecret)
  }

  package var description: String { SourceAddress.host(of: resource) }
  package var customMirror: Mirror { Mirror(self, children: ["host": description]) }
}
