/// The typed text of a search, before it is split into words.
package enum SearchText: Hashable, Sendable {
  /// White space only.
  case blank
  /// Longer than ``Limits/searchCharacters``.
  case tooLong
  /// A text without surrounding white space.
  case text(String)

  /// Classifies typed text.
  package init(_ typed: String) {
    let scalars = typed.unicodeScalars
    let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    guard let first = scalars.firstIndex(where: { !isBlank($0) }), let last = scalars.lastIndex(where: { !isBlank($0) })
    else {
      self = .blank
      return
    }
    // Counted in scalars, since a character can have any number of accents.
    let trimmed = scalars[first...last]
    self = trimmed.count > Limits.searchCharacters ? .tooLong : .text(String(trimmed))
  }
}

/// A text with the matches of a search marked.
package struct MarkedText: Hashable, Sendable {
  /// A run of text that is either marked or not.
  package struct Run: Hashable, Sendable {
    /// The text, never empty.
    package let text: String
    /// Whether it matches the search.
    package let isMarked: Bool

    package init(_ text: String, isMarked: Bool) { (self.text, self.isMarked) = (text, isMarked) }
  }

  /// The runs, in order.
  package let runs: [Run]

  package init(_ runs: [Run]) { self.runs = runs }
}
