/// The name of a list, valid: 1 to 200 characters without white space around them.
public struct ListName: Sendable {
  /// The name itself, as typed.
  public let text: String

  /// Checks what was typed.
  public init(validating typed: String) throws(InvalidInput) {
    text = TypedText.trimmed(typed)
    let problem = TypedText.problem(
      withName: text, characters: Limits.listNameCharacters, bytes: Limits.listNameBytes)
    if let problem { throw InvalidInput(FieldProblem(.name, problem)) }
  }

  /// A name that is known to be valid, such as a stored one.
  package init(stored text: String) {
    self.text = text
  }
}

extension ListName: Hashable {
  /// Equal when nothing was typed differently, down to the spelling of an accent.
  public static func == (left: ListName, right: ListName) -> Bool { TypedText.same(left.text, right.text) }

  /// Feeds the text.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
  }
}
