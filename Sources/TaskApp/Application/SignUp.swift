/// Whether visitors may make accounts of their own, once there is a first one.
public enum SignUp: String, CaseIterable, Sendable {
  /// Only whoever runs the app makes accounts.
  case closed
  /// Every visitor may.
  case open
}
