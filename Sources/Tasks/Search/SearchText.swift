/// What somebody typed to be searched for, before anybody has looked for words in it.
public enum SearchText: Hashable, Sendable {
  /// Nothing but blanks.
  case blank
  /// More than anybody searches for; see ``Limits/searchCharacters``.
  case tooLong
  /// A text without blanks at its ends.
  case text(String)

  /// What was typed, looked at.
  public init(_ typed: String) {
    let scalars = typed.unicodeScalars
    let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    guard let first = scalars.firstIndex(where: { !isBlank($0) }), let last = scalars.lastIndex(where: { !isBlank($0) })
    else {
      self = .blank
      return
    }
    // Counted by scalars: a character can have any number of accents.
    let trimmed = scalars[first...last]
    self = trimmed.count > Limits.searchCharacters ? .tooLong : .text(String(trimmed))
  }
}
