public import Foundation

/// A session of a signed-in browser.
public struct Session: Hashable, Sendable {
  /// The id. It is not secret and grants no access.
  public let id: SessionID
  /// The account that signed in.
  public let account: AccountID
  /// When it began.
  public let begun: Date
  /// When it was last used, to the hour.
  public let seen: Date
  /// The browser's user agent, as sent, up to 500 bytes.
  public let agent: String
  /// How it ended; nil while it is active.
  public let ended: SessionEnd?

  package init(id: SessionID, account: AccountID, begun: Date, seen: Date, agent: String, ended: SessionEnd?) {
    (self.id, self.account, self.begun, self.seen, self.agent, self.ended) = (id, account, begun, seen, agent, ended)
  }
}

/// How a session ended.
public enum SessionEnd: String, CaseIterable, Hashable, Sendable {
  /// It was unused for longer than ``Limits/sessionIdle``.
  case idle
  /// It exceeded ``Limits/sessionAge``, or its times are in the future.
  case old
  /// The user signed out.
  case signedOut = "signed-out"
  /// It was ended from another session.
  case revoked
  /// The same browser signed in again, or the password was changed.
  case replaced
}
