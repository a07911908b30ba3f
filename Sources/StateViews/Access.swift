/// Whether somebody may see a screen at all: settled before anything is loaded.
///
/// To be signed out is a state of the screen, not a place: it is shown where the screen was asked for. It is no case of
/// ``ViewState``, for it never follows from a load: what stands behind this gate is loaded only once it is open.
///
///     enum SignedOut { case registered, expired }
///
///     switch access {
///     case .signedOut(let why): show(gate(why))
///     case .granted(let reader): show(lists(of: reader))
///     }
public enum Access<Reader: Sendable, SignedOut: Sendable>: Sendable {
  /// Nobody is known to be asking; why, so that the screen can offer the way in.
  case signedOut(SignedOut)
  /// Somebody who may.
  case granted(Reader)
}

extension Access: Equatable where Reader: Equatable, SignedOut: Equatable {}
extension Access: Hashable where Reader: Hashable, SignedOut: Hashable {}
