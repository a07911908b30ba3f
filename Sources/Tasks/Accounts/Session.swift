public import Foundation

/// One browser that somebody signed in with.
public struct Session: Hashable, Sendable {
  /// Its number. It is no secret, and opens nothing.
  public let id: SessionID
  /// Who signed in.
  public let account: AccountID
  /// When.
  public let begun: Date
  /// When it was last used, to the hour.
  public let seen: Date
  /// What the browser calls itself, as sent, up to 500 bytes.
  public let agent: String
  /// How it ended; nil while it lives.
  public let ended: SessionEnd?

  /// A session as it is stored.
  public init(id: SessionID, account: AccountID, begun: Date, seen: Date, agent: String, ended: SessionEnd?) {
    self.id = id
    self.account = account
    self.begun = begun
    self.seen = seen
    self.agent = agent
    self.ended = ended
  }
}

/// How a session ended.
public enum SessionEnd: String, CaseIterable, Hashable, Sendable {
  /// It was unused for too long.
  case idle
  /// It had lived for as long as any may, or it says that it comes from the future.
  case old
  /// Its reader signed out.
  case signedOut = "signed-out"
  /// It was ended from another one.
  case revoked
  /// Somebody signed in anew in the same browser, or the password was changed.
  case replaced
}
