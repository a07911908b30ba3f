import Tasks

/// Why a request is not signed in.
enum SignedOut: Hashable, Sendable {
  /// No account exists yet; the first visitor creates one.
  case unregistered
  /// Accounts exist, and the request has no session.
  case registered
  /// The session has timed out. Submitted forms are saved for its account.
  case expired(Session)
  /// The session was ended from another device, or superseded by a new password. The token's holder may be the one to be locked
  /// out, so no forms are saved for the account.
  case ended
  /// The connection is not encrypted, and the operator has not allowed that.
  case insecure

  /// Whether a timed-out session identifies the account. Only then are submitted forms saved.
  var isKnown: Bool {
    switch self {
    case .expired: true
    case .unregistered, .registered, .ended, .insecure: false
    }
  }

  var gate: SignedOutGate.Reason {
    switch self {
    case .unregistered: .unregistered
    case .registered: .registered
    case .expired, .ended: .expired
    case .insecure: .insecure
    }
  }
}
