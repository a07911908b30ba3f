/// A part of notes as they are read: a paragraph, or lines with check boxes.
package enum NotePart: Hashable, Sendable {
  case paragraph([NoteRun])
  case checks([NoteCheck])

  /// The parts of notes, in order, found in linear time.
  package static func parts(of notes: String) -> [NotePart] {
    var parts: [NotePart] = []
    var paragraph: [Substring] = []
    var checks: [NoteCheck] = []
    func end() {
      if let first = paragraph.first, let last = paragraph.last {
        parts.append(.paragraph(NoteLinks.runs(of: notes[first.startIndex..<last.endIndex])))
      }
      if !checks.isEmpty { parts.append(.checks(checks)) }
      (paragraph, checks) = ([], [])
    }
    for (number, line) in Self.lines(of: notes).enumerated() {
      if let box = NoteBox(line) {
        if !paragraph.isEmpty { end() }
        checks.append(NoteCheck(line: number, isChecked: box.isChecked, runs: NoteLinks.runs(of: box.text)))
      } else if line.allSatisfy(\.isWhitespace) {
        end()
      } else {
        if !checks.isEmpty { end() }
        paragraph.append(line)
      }
    }
    end()
    return parts
  }

  /// The notes with the box of a line ticked, or unticked if it was ticked.
  /// - Parameters:
  ///   - line: the number of the line in the notes that the reader saw, from 0.
  ///   - shown: the notes that the reader saw.
  ///   - notes: the notes to change: those, or what was typed over them. If the line is not among them any more, they stay as they are.
  package static func toggling(_ line: Int, shownIn shown: String, in notes: String) -> String {
    let (seen, lines) = (Self.lines(of: shown), Self.lines(of: notes))
    guard seen.indices.contains(line), let box = NoteBox(seen[line]) else { return notes }
    func isSame(_ other: Substring) -> Bool { other.utf8.elementsEqual(seen[line].utf8) }
    let isInPlace = lines.indices.contains(line) && isSame(lines[line])
    guard let found = isInPlace ? line : lines.firstIndex(where: isSame) else { return notes }
    var changed = lines
    changed[found] = box.toggled
    return changed.joined(separator: "\n")
  }

  private static func lines(of notes: String) -> [Substring] {
    notes.split(separator: "\n", omittingEmptySubsequences: false)
  }
}

/// A line of notes with a check box: `- [ ] Paint`, `[x] Paint`, `☐ Paint`.
package struct NoteCheck: Hashable, Sendable {
  /// The number of the line in the notes, from 0.
  package let line: Int
  package let isChecked: Bool
  package let runs: [NoteRun]
}

/// The check box at the beginning of a line, after a bullet or without one.
private struct NoteBox {
  let isChecked: Bool
  /// What follows the box.
  let text: Substring
  /// The line with its box ticked, or unticked.
  let toggled: Substring

  /// Nil for a line without a box, or without a text after it.
  init?(_ line: Substring) {
    var rest = line.drop { $0 == " " || $0 == "\t" }
    if let bullet = rest.first, "-*+•".contains(bullet) {
      let after = rest.dropFirst()
      guard after.first == " " else { return nil }
      rest = after.drop { $0 == " " }
    }
    guard let (old, new) = Self.boxes.first(where: { rest.hasPrefix($0.old) }) else { return nil }
    let after = rest.dropFirst(old.count)
    guard let space = after.first, space == " " || space == "\t" else { return nil }
    text = after.drop(while: \.isWhitespace)
    guard !text.isEmpty else { return nil }
    isChecked = old == "[x]" || old == "[X]" || old == "☑"
    toggled = line[..<rest.startIndex] + new[...] + after
  }

  private static let boxes = [("[ ]", "[x]"), ("[x]", "[ ]"), ("[X]", "[ ]"), ("☐", "☑"), ("☑", "☐")]
    .map { (old: $0.0, new: $0.1) }
}
