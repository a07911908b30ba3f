/// Whether a remote task recurs, and how.
public enum RemoteRecurrence: Hashable, Sendable {
  /// It does not recur.
  case none
  /// By a rule (RFC 5545, section 3.3.10), as written; several are separated by line breaks. At most ``Limits/remoteRule`` UTF-8
  /// bytes, all of them printable ASCII.
  case rules(String)
  /// On single dates, or by a rule that was not kept.
  case dates
  /// By a rule whose dates take too long to work out.
  case unworkable
}
