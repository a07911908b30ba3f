/// A valid list name: 1 to 200 characters without surrounding white space.
package struct ListName: Sendable {
  /// The name, as typed.
  package let text: String

  package init(validating typed: String) throws(InvalidInput) {
    text = TypedText.line(typed)
    let problem = TypedText.problem(withName: text, characters: Limits.listNameCharacters, bytes: Limits.listNameBytes)
    if let problem { throw InvalidInput(FieldProblem(.name, problem)) }
  }

  /// Creates a name from trusted text, such as a stored name.
  package init(stored text: String) { self.text = text }
}

extension ListName {
  /// The name of the Inbox of an account that is made where no language is known.
  package static let inbox = ListName(stored: "Inbox")
}

extension ListName: Hashable {
  /// Compares the names byte by byte, so different spellings of an accent differ.
  package static func == (left: ListName, right: ListName) -> Bool { TypedText.same(left.text, right.text) }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
