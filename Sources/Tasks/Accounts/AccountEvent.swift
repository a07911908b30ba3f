package import Foundation

/// An entry of an account's audit trail: an event about access to the account, as its owner sees it.
package struct AccountEvent: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The account was created.
    case accountMade = "account-made"
    /// A sign-in succeeded.
    case signedIn = "signed-in"
    /// A sign-in failed: the name was right and the password wrong.
    case signInRefused = "sign-in-refused"
    /// A browser signed out.
    case signedOut = "signed-out"
    /// A session was ended from another session.
    case sessionEnded = "session-ended"
    /// All other sessions were ended from a session.
    case sessionsEnded = "sessions-ended"
    /// The password was changed with the old password.
    case passwordChanged = "password-changed"
    /// The password was set by the operator.
    case passwordReset = "password-reset"
    /// A signed-in browser had to confirm the password and sent a wrong one.
    case passwordRefused = "password-refused"
    /// The operator disabled the account, which ended its sessions.
    case accountDisabled = "account-disabled"
    /// The operator enabled the account again.
    case accountEnabled = "account-enabled"
    /// An app password was made, or renewed.
    case appPasswordMade = "app-password-made"
    /// A program signed in with the account's name and no app password of it.
    case appPasswordRefused = "app-password-refused"
    /// The account's data was exported.
    case exported

    /// Whether the event is a refused attempt, which an unauthenticated client can repeat.
    package var isRefusal: Bool {
      switch self {
      case .signInRefused, .passwordRefused, .appPasswordRefused: true
      case .accountMade, .signedIn, .signedOut, .sessionEnded, .sessionsEnded, .passwordChanged, .passwordReset,
        .accountDisabled, .accountEnabled, .appPasswordMade, .exported:
        false
      }
    }
  }

  package let id: AccountEventID
  package let kind: Kind
  /// The time of the first occurrence.
  package let at: Date
  /// The time of the last occurrence, within an hour of the first.
  package let last: Date
  /// The number of occurrences from ``at`` to ``last``.
  package let times: Int
  package let origin: Origin

  package struct Origin: Hashable, Sendable {
    /// The network, as `192.0.2.0/24` or `2001:db8::/64`; nil for the server's console.
    package let network: String?
    /// The user agent as sent, up to 500 bytes; empty if there is none.
    package let agent: String

    package init(network: String?, agent: String) { (self.network, self.agent) = (network, agent) }

    /// The server's own console.
    package static let console = Origin(network: nil, agent: "")
  }

  package init(id: AccountEventID, kind: Kind, at: Date, last: Date, times: Int, origin: Origin) {
    (self.id, self.kind, self.at, self.last, self.times, self.origin) = (id, kind, at, last, times, origin)
  }
}

/// A page of an audit trail, the newest events first.
package struct AccountEventPage: Hashable, Sendable {
  package let events: [AccountEvent]
  /// Whether older events exist.
  package let hasOlder: Bool

  package init(events: [AccountEvent], hasOlder: Bool) { (self.events, self.hasOlder) = (events, hasOlder) }
}
