import Tasks

/// Why somebody is not let in: the states before the screens.
enum SignedOut: Hashable, Sendable {
  /// There is no account yet: the first visitor makes one.
  case unregistered
  /// There are accounts, and nobody has signed in here.
  case registered
  /// Somebody had signed in here, and the session has ended without their doing.
  case expired(Session)
  /// The connection can be listened to, and whoever runs the app has not said that this is meant.
  case insecure

  /// How the gate tells it.
  var gate: SignedOutGate.Reason {
    switch self {
    case .unregistered: .unregistered
    case .registered: .registered
    case .expired: .expired
    case .insecure: .insecure
    }
  }
}
