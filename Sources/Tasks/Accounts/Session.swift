package import Foundation

/// A session of a signed-in browser.
package struct Session: Hashable, Sendable {
  /// The id. It is not secret and grants no access.
  package let id: SessionID
  /// The account that signed in.
  package let account: AccountID
  /// When it began.
  package let begun: Date
  /// When it was last used, to the hour.
  package let seen: Date
  /// The browser's user agent, as sent, up to 500 bytes.
  package let agent: String
  /// How it ended; nil while it is active.
  package let ended: SessionEnd?

  package init(id: SessionID, account: AccountID, begun: Date, seen: Date, agent: String, ended: SessionEnd?) {
    (self.id, self.account, self.begun, self.seen, self.agent, self.ended) = (id, account, begun, seen, agent, ended)
  }
}

package enum SessionEnd: String, CaseIterable, Hashable, Sendable {
  /// The session was unused for longer than ``Limits/sessionIdle``.
  case idle
  /// The session exceeded ``Limits/sessionAge``, or its times are in the future.
  case old
  /// The user signed out.
  case signedOut = "signed-out"
  /// The session was ended from another session.
  case revoked
  /// Signed in again with this browser, or the password was changed.
  case replaced
}
