/// A problem with the contents of the database, found by a check or by a request.
public struct IntegrityProblem: Hashable, Sendable {
  /// The kind of a problem.
  public enum Kind: Hashable, Sendable {
    /// The file is not what SQLite wrote.
    case damage
    /// The file is intact, but its rows contradict each other: a programming error.
    case contradiction
  }

  /// The kind.
  public let kind: Kind
  /// A description in one line, for the log. Contains no user input.
  public let text: String
  /// SQLite's extended result code, if a call failed.
  public let code: Int32?
  /// What is wrong, if it can be rebuilt from other rows.
  public let derived: DerivedData?

  static func damage(_ text: String, code: Int32? = nil) -> IntegrityProblem {
    IntegrityProblem(kind: .damage, text: text, code: code, derived: nil)
  }

  static func contradiction(_ text: String) -> IntegrityProblem {
    IntegrityProblem(kind: .contradiction, text: text, code: nil, derived: nil)
  }

  static func contradiction(_ derived: DerivedData) -> IntegrityProblem {
    IntegrityProblem(kind: .contradiction, text: derived.finding, code: nil, derived: derived)
  }
}
