/// Whether a reader may see a screen, settled before anything is loaded.
///
/// Signed-out is a state of the screen, not a place: it is shown at the requested address. It is not a case of
/// ``ViewState``, because it never follows from a load: the content behind the gate loads only when access is granted.
///
///     enum SignedOut { case registered, expired }
///
///     switch access {
///     case .signedOut(let why): show(gate(why))
///     case .granted(let reader): show(lists(of: reader))
///     }
public enum Access<Reader: Sendable, SignedOut: Sendable>: Sendable {
  /// The reader is not signed in, and why, so that the screen can offer a way to sign in.
  case signedOut(SignedOut)
  /// The reader may see the screen.
  case granted(Reader)
}

extension Access: Equatable where Reader: Equatable, SignedOut: Equatable {}
extension Access: Hashable where Reader: Hashable, SignedOut: Hashable {}
