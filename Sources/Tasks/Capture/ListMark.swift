/// The mark of a list item in plain text or Markdown: a bullet, a number, a check box.
package enum ListMark {
  /// A line without the marks at its beginning: `- `, `* `, `+ `, `• `, `1. `, `1) `, `[ ] `, `[x] `. At most one bullet or number,
  /// then at most one check box. A line that consists of marks is left as it is.
  package static func removed(from line: some StringProtocol) -> String {
    let line = TypedText.trimmed(line)
    let text = withoutBox(withoutBullet(line[...]))
    return text.isEmpty ? line : String(text)
  }

  /// Whether a typed line is about something that is done: `- [x] `, `☑ `, `✓ `. Of `[X]` and of the `x ` of todo.txt that is not certain.
  static func isDone(_ line: some StringProtocol) -> Bool {
    let text = withoutBullet(TypedText.trimmed(line)[...])
    return (text.hasPrefix("[x]") || text.first.map(checks.contains) == true) && withoutBox(text) != text
      && !withoutBox(text).isEmpty
  }

  /// Whether a line is a mark without a text.
  package static func isAlone(_ line: some StringProtocol) -> Bool {
    let line = TypedText.trimmed(line)
    return !line.isEmpty && withoutBox(withoutBullet(line[...])).isEmpty
  }

  /// Whether the check box at the beginning of a line is checked.
  package static func isChecked(_ line: some StringProtocol) -> Bool {
    let text = withoutBullet(TypedText.trimmed(line)[...])
    let isBox = text.first.map { $0 == "☒" || checks.contains($0) } ?? false
    return (isBox || ["[x]", "[X]"].contains(text.prefix(3))) && withoutBox(text) != text
  }

  /// Whether a line begins with a mark, and has a text.
  package static func hasMark(_ line: some StringProtocol) -> Bool { removed(from: line) != TypedText.trimmed(line) }

  private static let checks: Set<Character> = ["☑", "☑️", "✓", "✔", "✔️", "✅"]
  private static let bullets: Set<Character> = [
    "-", "*", "+", "•", "◦", "▪", "‣", "–", "—", "●", "○", "■", "□", "⁃", "·", "∙", "➢", "➤",
  ]
  private static let boxes: Set<Substring> = ["[ ]", "[x]", "[X]", "[]"]
  private static let boxCharacters: Set<Character> = ["☐", "☑", "☒", "✓", "✔", "✔️", "☑️", "✅", "✗", "✘"]

  private static func withoutBullet(_ line: Substring) -> Substring {
    let stars = line.prefix { $0 == "*" }.count
    if stars > 1 { return rest(of: line, after: stars) }
    if let first = line.first, bullets.contains(first) { return rest(of: line, after: 1) }
    let digits = line.prefix { $0.isASCII && $0.isNumber }.count
    guard (1...3).contains(digits), let mark = line.dropFirst(digits).first, mark == "." || mark == ")" else {
      return line
    }
    return rest(of: line, after: digits + 1)
  }

  private static func withoutBox(_ line: Substring) -> Substring {
    if let first = line.first, boxCharacters.contains(first) { return rest(of: line, after: 1) }
    if boxes.contains(line.prefix(3)) { return rest(of: line, after: 3) }
    return boxes.contains(line.prefix(2)) ? rest(of: line, after: 2) : line
  }

  /// The text after a mark and white space; the whole line if there is no white space after the mark.
  private static func rest(of line: Substring, after mark: Int) -> Substring {
    let rest = line.dropFirst(mark)
    guard let next = rest.first else { return rest }
    return TypedText.isSpace(next) ? rest.drop(while: TypedText.isSpace) : line
  }
}
