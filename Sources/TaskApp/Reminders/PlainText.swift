/// The text of rendered markup without tags: its entities are characters again.
enum PlainText {
  /// - Parameter markup: text that ``HTMLEscaping`` has escaped, and entities of messages.
  static func of(_ markup: String) -> String {
    var text = ""
    var rest = markup.unicodeScalars[...]
    while let next = rest.first {
      if next == "&", let end = rest.prefix(12).firstIndex(of: ";") {
        let name = String(rest[..<end].dropFirst())
        if let character = entities[name] ?? numeric(name) {
          // Isolates belong to markup: in plain text, a paragraph finds its own direction.
          if !isolates.contains(character) { text.unicodeScalars.append(character) }
          rest = rest[rest.index(after: end)...]
          continue
        }
      }
      text.unicodeScalars.append(next)
      rest = rest.dropFirst()
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmingSuffix(while: \.isWhitespace) }.joined(separator: "\n").trimmingPrefix(while: \.isNewline)
      .trimmingSuffix(while: \.isNewline)
  }

  private static let entities: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "nbsp": "\u{A0}",
  ]
  private static let isolates: Set<Unicode.Scalar> = ["\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}"]

  private static func numeric(_ name: String) -> Unicode.Scalar? {
    guard name.first == "#" else { return nil }
    return UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
  }
}

extension StringProtocol {
  fileprivate func trimmingSuffix(while isLeftOut: (Character) -> Bool) -> String {
    var text = self[...]
    while let last = text.last, isLeftOut(last) { text = text.dropLast() }
    return String(text)
  }
}
