/// Something that is wrong with what is in the database, found by a check or met by a request.
public struct IntegrityProblem: Hashable, Sendable {
  /// What kind of thing is wrong.
  public enum Kind: Hashable, Sendable {
    /// The file is not what SQLite wrote.
    case damage
    /// The file is sound, and its rows contradict each other: a mistake of ours.
    case contradiction
  }

  /// What kind it is.
  public let kind: Kind
  /// In one line, for the log; it holds nothing that a person typed.
  public let text: String
  /// SQLite's extended result code, where a call failed.
  public let code: Int32?

  static func damage(_ text: String, code: Int32? = nil) -> IntegrityProblem {
    IntegrityProblem(kind: .damage, text: text, code: code)
  }

  static func contradiction(_ text: String) -> IntegrityProblem {
    IntegrityProblem(kind: .contradiction, text: text, code: nil)
  }
}
