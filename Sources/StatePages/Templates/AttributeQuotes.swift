/// Holds that what a view prints into an attribute stands in double quotes, where escaping protects it.
enum AttributeQuotes {
  /// The line, counted from 1, of the first printing tag that stands in an HTML tag outside of double quotes.
  ///
  /// It goes by scalars, as a browser does: to Swift, a quote that a combining mark follows is another character.
  static func firstUnquotedTag(in template: String) -> Int? {
    var place = Place.text
    var line = 1
    var rest = Substring(template).unicodeScalars
    while let scalar = rest.first {
      if rest.starts(with: "{{".unicodeScalars) {
        let tag = Substring(rest).firstRange(of: "}}").map { rest[..<$0.upperBound] } ?? rest
        if place == .markup, prints(tag) { return line }
        line += tag.count { $0 == "\n" }
        rest = rest[tag.endIndex...]
        continue
      }
      if scalar == "\n" { line += 1 }
      place = place.after(rest)
      rest.removeFirst()
    }
    return nil
  }

  private static func prints(_ tag: Substring.UnicodeScalarView) -> Bool {
    switch tag.dropFirst(2).first {
    case "#", "^", "/", "!": false
    default: true
    }
  }

  private enum Place {
    case text, comment, markup, quoted

    /// Where what follows the first scalar of `rest` stands.
    func after(_ rest: Substring.UnicodeScalarView) -> Place {
      switch (self, rest.first) {
      case (.text, "<"):
        rest.starts(with: "<!--".unicodeScalars) ? .comment : opensTag(rest.dropFirst()) ? .markup : .text
      case (.comment, "-"): rest.starts(with: "-->".unicodeScalars) ? .text : .comment
      case (.markup, ">"): .text
      case (.markup, "\""): .quoted
      case (.quoted, "\""): .markup
      case (.text, _), (.comment, _), (.markup, _), (.quoted, _): self
      }
    }

    /// A tag can begin with what a view prints, too.
    private func opensTag(_ rest: Substring.UnicodeScalarView) -> Bool {
      guard let first = rest.first else { return false }
      return first.properties.isAlphabetic || first == "/" || first == "!" || rest.starts(with: "{{".unicodeScalars)
    }
  }
}
