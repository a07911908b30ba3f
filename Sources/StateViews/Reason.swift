/// Why a screen is empty or failed: a short name that templates and tests go by, with the facts that its words need.
///
/// The words themselves live in templates. A reason is `all-done` with the fact `completed: 23`; that it reads "All done.
/// 23 completed." is the template's business, in the template's language.
public struct Reason: Hashable, Sendable {
  /// Lower-case words joined by hyphens, such as `nothing-yet`.
  public let name: String
  /// What the words need to know, by name.
  public let facts: [String: Fact]

  /// A reason by its name, with the facts that its words need.
  public init(_ name: String, _ facts: [String: Fact] = [:]) {
    self.name = name
    self.facts = facts
  }
}

extension Reason: ExpressibleByStringLiteral {
  /// A reason without facts.
  public init(stringLiteral name: String) {
    self.init(name)
  }
}

/// One fact that the words of a state need: a value, not yet put into words.
public enum Fact: Hashable, Sendable {
  /// Text as somebody wrote it, such as the name of a list. Never markup.
  case text(String)
  /// An address, for a link or a form of the words.
  case address(String)
  /// A count.
  case number(Int)
  /// A moment, in whole seconds since 1970-01-01T00:00:00Z.
  case moment(Int64)
}

/// How far a load is: a short name of the stage, with the facts that its words need.
public struct Progress: Hashable, Sendable {
  /// The stage, such as `connecting` or `received`, with its facts.
  public let stage: Reason

  /// Progress that has reached `stage`.
  public init(_ stage: Reason) {
    self.stage = stage
  }
}
