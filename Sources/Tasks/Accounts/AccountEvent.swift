public import Foundation

/// One entry of an account's audit trail: something that concerns who gets into the account, as its owner sees it.
public struct AccountEvent: Hashable, Sendable {
  /// What happened.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The account was made.
    case accountMade = "account-made"
    /// Name and password were right.
    case signedIn = "signed-in"
    /// The name was right and the password wrong.
    case signInRefused = "sign-in-refused"
    /// A browser signed itself out.
    case signedOut = "signed-out"
    /// A session was ended from another one.
    case sessionEnded = "session-ended"
    /// All sessions but one were ended from that one.
    case sessionsEnded = "sessions-ended"
    /// The password was changed by someone who knew the old one.
    case passwordChanged = "password-changed"
    /// The password was set by the operator.
    case passwordReset = "password-reset"
    /// A browser that is signed in was asked for the password once more, and sent a wrong one.
    case passwordRefused = "password-refused"
    /// All that the account has was exported.
    case exported
  }

  /// Its number.
  public let id: AccountEventID
  /// What happened.
  public let kind: Kind
  /// When, or when for the first time.
  public let at: Date
  /// When for the last time within an hour of the first.
  public let last: Date
  /// How often from ``at`` to ``last``.
  public let times: Int
  /// Where it came from.
  public let origin: Origin

  /// Where an event came from.
  public struct Origin: Hashable, Sendable {
    /// The network, as `192.0.2.0/24` or `2001:db8::/64`; nil where there was none, such as on the server's console.
    public let network: String?
    /// What the browser calls itself, as sent, up to 500 bytes; empty where it tells nothing.
    public let agent: String

    /// A network and a browser.
    public init(network: String?, agent: String) {
      self.network = network
      self.agent = agent
    }

    /// The server's own console.
    public static let console = Origin(network: nil, agent: "")
  }

  /// An event as it is stored.
  public init(id: AccountEventID, kind: Kind, at: Date, last: Date, times: Int, origin: Origin) {
    self.id = id
    self.kind = kind
    self.at = at
    self.last = last
    self.times = times
    self.origin = origin
  }
}

/// A page of an audit trail, the newest events first.
public struct AccountEventPage: Hashable, Sendable {
  /// The events.
  public let events: [AccountEvent]
  /// Whether there are older ones.
  public let hasOlder: Bool

  /// Events, and whether there are older ones.
  public init(events: [AccountEvent], hasOlder: Bool) {
    self.events = events
    self.hasOlder = hasOlder
  }
}
