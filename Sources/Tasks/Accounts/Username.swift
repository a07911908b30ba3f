/// The name of an account, valid: 1 to 64 characters of one line, none of them invisible, without white space around them.
public struct Username: Sendable {
  /// The name itself, as typed.
  public let text: String

  /// Checks what was typed. The problem's field is `username`.
  public init(validating typed: String) throws(InvalidInput) {
    text = TypedText.trimmed(typed)
    if let problem = Self.problem(with: text) { throw InvalidInput(FieldProblem(.username, problem)) }
  }

  /// A name that is known to be valid, such as a stored one.
  package init(stored text: String) {
    self.text = text
  }

  /// What stands for it where accounts are told apart: two spellings of one name, such as `Ana` and `ＡＮＡ`, have one key.
  public var key: String { TypedText.folded(text) }

  /// What stands for it where names are compared that a person could take for each other: `Vera` and `Vеra` with a Cyrillic е have
  /// one skeleton. Only for new names: whoever has one signs in by its ``key``.
  public var skeleton: String { NameSkeleton.skeleton(of: text) }

  private static func problem(with text: String) -> Problem? {
    let problem = TypedText.problem(
      withName: text, characters: Limits.usernameCharacters, bytes: Limits.usernameBytes)
    return problem ?? formatCharacter(in: text).map(Problem.controlCharacter)
  }

  /// Joiners, direction marks and breaks of lines: with them two names could look the same, or upset the line they are in.
  private static func formatCharacter(in text: String) -> String? {
    let found = text.unicodeScalars.first { scalar in
      switch scalar.properties.generalCategory {
      case .format, .lineSeparator, .paragraphSeparator: true
      case _: false
      }
    }
    return found.map(TypedText.codePoint)
  }
}

extension Username: Hashable {
  /// Equal when both can only be the name of one account.
  public static func == (left: Username, right: Username) -> Bool { TypedText.same(left.key, right.key) }

  /// Feeds the key.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
  }
}
