/// Holds that what a view prints into an attribute stands in double quotes, where escaping protects it.
enum AttributeQuotes {
  /// The line, counted from 1, of the first printing tag that stands in an HTML tag outside of double quotes.
  static func firstUnquotedTag(in template: String) -> Int? {
    var place = Place.text
    var line = 1
    var rest = Substring(template)
    while let character = rest.first {
      if character == "\n" { line += 1 }
      if rest.hasPrefix("{{") {
        let tag = rest.firstRange(of: "}}").map { rest[..<$0.upperBound] } ?? rest
        if place == .markup, prints(tag) { return line }
        line += tag.count { $0 == "\n" }
        rest = rest[tag.endIndex...]
        continue
      }
      place = place.after(character, rest)
      rest.removeFirst()
    }
    return nil
  }

  private static func prints(_ tag: Substring) -> Bool {
    switch tag.dropFirst(2).first {
    case "#", "^", "/", "!": false
    default: true
    }
  }

  private enum Place {
    case text, markup, quoted

    func after(_ character: Character, _ rest: Substring) -> Place {
      switch self {
      case .text:
        character == "<" && rest.dropFirst().first.map { $0.isLetter || $0 == "/" || $0 == "!" } == true
          ? .markup : .text
      case .markup: character == ">" ? .text : character == "\"" ? .quoted : .markup
      case .quoted: character == "\"" ? .markup : .quoted
      }
    }
  }
}
