/// Whether visitors may create accounts after the first one.
public enum SignUp: String, CaseIterable, Sendable {
  /// Only the operator creates accounts.
  case closed
  /// Every visitor may create an account.
  case open
}
