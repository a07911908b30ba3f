package import Foundation

/// Where an account is reminded: a mail address, a topic of ntfy, or a webhook.
package struct ReminderChannel: Hashable, Sendable {
  /// How an attempt to send went.
  package enum Outcome: Hashable, Sendable {
    case sent
    /// - Parameters:
    ///   - code: why it failed, a key of words.
    ///   - reply: what the server said, on one line; nil if it said nothing.
    case failed(code: String, reply: String?)
  }

  package struct Attempt: Hashable, Sendable {
    package let at: Date
    package let outcome: Outcome

    package init(at: Date, _ outcome: Outcome) { (self.at, self.outcome) = (at, outcome) }
  }

  package let id: ReminderChannelID
  package let address: ChannelAddress
  /// What the addresses in its messages begin with: where its account reached the app when it was made, such as `https://lists.example`.
  package let origin: String
  package let made: Date
  /// Whether something may be sent there: a mail address was confirmed by its reader, and nothing else needs that.
  package let isConfirmed: Bool
  /// The last attempt; nil if there was none.
  package let last: Attempt?
  /// When it was paused, after ``Limits/channelFailures`` failures in a row; nil while it is in use.
  package let paused: Date?
  /// When it was removed; nil while it is there.
  package let ended: Date?

  package init(
    id: ReminderChannelID, address: ChannelAddress, origin: String, made: Date, isConfirmed: Bool = true,
    last: Attempt? = nil, paused: Date? = nil, ended: Date? = nil
  ) {
    (self.id, self.address, self.origin) = (id, address, origin)
    (self.made, self.isConfirmed) = (made, isConfirmed)
    (self.last, self.paused, self.ended) = (last, paused, ended)
  }
}

/// The id of a channel.
package typealias ReminderChannelID = Identifier<ReminderChannel>

/// The address of a channel, with what is needed to send there. Who sends validates it.
package enum ChannelAddress: Hashable, Sendable {
  /// An address such as `ana@example.org`.
  case mail(String)
  /// - Parameter token: the token for topics that need one; nil for others.
  case ntfy(server: String, topic: String, token: String?)
  /// - Parameter secret: the key of the signatures by which the receiver knows the app.
  case webhook(String, secret: String)

  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case mail, ntfy, webhook
  }

  package var kind: Kind {
    switch self {
    case .mail: .mail
    case .ntfy: .ntfy
    case .webhook: .webhook
    }
  }
}
