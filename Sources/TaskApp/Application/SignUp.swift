/// Whether visitors may create accounts after the first one.
public enum SignUp: String, CaseIterable, Sendable {
  /// Only the operator creates accounts.
  case closed
  case open
}
