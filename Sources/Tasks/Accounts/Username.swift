/// A valid username: 1 to 64 visible characters in one line, without surrounding white space.
package struct Username: Sendable {
  /// The name, as typed.
  package let text: String

  /// Validates typed text. Problems have the field `username`.
  package init(validating typed: String) throws(InvalidInput) {
    text = TypedText.trimmed(typed)
    if let problem = Self.problem(with: text) { throw InvalidInput(FieldProblem(.username, problem)) }
  }

  /// Creates a name from trusted text, such as a stored name.
  package init(stored text: String) { self.text = text }

  /// The key that identifies the account. Different spellings of a name, such as `Ana` and `ＡＮＡ`, have the same key.
  package var key: String { TypedText.folded(text) }

  /// The skeleton that detects confusable names: `Vera` and `Vеra` with a Cyrillic е have the same one. It applies to new names
  /// only; sign-in uses ``key``.
  package var skeleton: String { NameSkeleton.skeleton(of: text) }

  static func problem(with text: String) -> Problem? {
    let problem = TypedText.problem(withName: text, characters: Limits.usernameCharacters, bytes: Limits.usernameBytes)
    return problem ?? formatCharacter(in: text).map(Problem.controlCharacter)
  }

  /// The first joiner, direction mark or line separator, if any. Such characters could make two names look the same, or disturb
  /// the surrounding line.
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
  package static func == (left: Username, right: Username) -> Bool { TypedText.same(left.key, right.key) }

  package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
