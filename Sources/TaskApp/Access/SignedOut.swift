import Tasks

/// Why somebody is not let in: the states before the screens.
enum SignedOut: Hashable, Sendable {
  /// There is no account yet: the first visitor makes one.
  case unregistered
  /// There are accounts, and nobody has signed in here.
  case registered
  /// Somebody had signed in here, and the time of the session has run out: what they send is kept for them.
  case expired(Session)
  /// Somebody had signed in here, and the session was ended from elsewhere, or by another password. Whoever shows its token now
  /// may be the one who was to be kept out: nothing of theirs is kept for the account.
  case ended
  /// The connection can be listened to, and whoever runs the app has not said that this is meant.
  case insecure

  /// Whether it is known who sends the request, by a session whose time has run out: only their forms are kept.
  var isKnown: Bool {
    switch self {
    case .expired: true
    case .unregistered, .registered, .ended, .insecure: false
    }
  }

  /// How the gate tells it.
  var gate: SignedOutGate.Reason {
    switch self {
    case .unregistered: .unregistered
    case .registered: .registered
    case .expired, .ended: .expired
    case .insecure: .insecure
    }
  }
}
