/// Text of strangers, made valid as text of one's own: what can't be shown is left out, what is too long is cut.
///
/// All of it is cut by bytes first, so that the counting of characters never meets an endless text.
enum ItemText {
  /// A title; nil when there is nothing to be seen.
  static func title(_ bytes: Bytes) -> String? {
    line(bytes, characters: Limits.titleCharacters, bytes: Limits.titleBytes)
  }

  /// A title, and what is too long to be a part of it: it ends between two words, if there are such, and a sign on both sides tells
  /// that the text goes on.
  static func titleAndRest(_ bytes: Bytes) -> (title: String?, rest: String) {
    guard let title = title(bytes) else { return (nil, "") }
    guard title.unicodeScalars.last == "…" else { return (title, "") }
    let text = TypedText.trimmed(
      withoutControls(bytes.trimmed.beginning(bytes: Limits.notesBytes).text, keepsLines: false))
    var beginning = title.utf8.dropLast("…".utf8.count)
    // A title that ends so by itself is whole.
    guard text.utf8.count > title.utf8.count, text.utf8.starts(with: beginning) else { return (title, "") }
    if let space = beginning.lastIndex(of: .space), beginning[space...].count <= longestWord {
      beginning = beginning[..<space]
    }
    let rest = text.utf8.dropFirst(beginning.count)
    return (String(decoding: beginning, as: UTF8.self) + "…", notes(Array("…".utf8)[...] + Array(rest)[...].trimmed))
  }

  /// In UTF-8 bytes; a longer one is parted.
  private static let longestWord = 100

  /// The name of a list or of a group; nil when there is nothing to be seen.
  static func name(_ bytes: Bytes) -> String? {
    line(bytes, characters: Limits.listNameCharacters, bytes: Limits.listNameBytes)
  }

  /// A tag; nil when there is nothing to be seen.
  static func tag(_ bytes: Bytes) -> String? {
    line(bytes, characters: 100, bytes: 1024)
  }

  /// Notes; empty when there is nothing to be seen.
  static func notes(_ bytes: Bytes) -> String {
    let outer = bytes.trimmed
    let repaired = TypedText.withPlainLineBreaks(outer.beginning(bytes: Limits.notesBytes).text)
    let shown = withoutControls(repaired, keepsLines: true)
    let isLong = outer.count > Limits.notesBytes || shown.utf8.count > Limits.notesBytes
    let notes = isLong ? cut(shown, bytes: Limits.notesBytes) : shown
    return notes.unicodeScalars.allSatisfy(\.properties.isWhitespace) ? "" : notes
  }

  /// What stands for a title where there is none: the first line of the notes.
  static func title(ofNotes notes: String) -> String? {
    for line in Lines(Array(notes.utf8)[...]) {
      if let title = title(line) { return title }
    }
    return nil
  }

  private static func line(_ bytes: Bytes, characters: Int, bytes limit: Int) -> String? {
    let outer = bytes.trimmed
    if outer.count <= characters, outer.allSatisfy({ (0x20...0x7E).contains($0) }) {
      return outer.isEmpty ? nil : outer.text
    }
    let repaired = outer.beginning(bytes: limit).text
    var line = TypedText.trimmed(withoutControls(repaired, keepsLines: false))
    if line.isEmpty { return nil }
    let end = line.index(line.startIndex, offsetBy: characters, limitedBy: line.endIndex)
    if let end, end < line.endIndex {
      line = cut(String(line[..<line.index(before: end)]) + "…", bytes: limit)
    } else if outer.count > limit || line.utf8.count > limit {
      line = cut(line, bytes: limit)
    }
    return TypedText.problem(withName: line, characters: characters, bytes: limit) == nil ? line : nil
  }

  /// Without the control characters (Unicode's category Cc); those that part words become spaces where lines may not be.
  private static func withoutControls(_ text: String, keepsLines: Bool) -> String {
    let isControl = { (scalar: Unicode.Scalar) in scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) }
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\t", "\n": kept.append(keepsLines ? scalar : " ")
      case "\r", "\u{85}": kept.append(keepsLines ? "\n" : " ")
      default: if !isControl(scalar) { kept.append(scalar) }
      }
    }
    return String(kept)
  }

  /// The beginning of a text that goes on, with a sign that it does. Ends between characters, but within one that
  /// takes up all of the room.
  private static func cut(_ text: String, bytes limit: Int) -> String {
    let isCutAlready = text.utf8.count <= limit - 3
    let bytes = Array(text.utf8)[...]
    var beginning = isCutAlready ? text : bytes.beginning(bytes: limit - 3).text
    if !isCutAlready, beginning.index(after: beginning.startIndex) < beginning.endIndex { beginning.removeLast() }
    return beginning.unicodeScalars.last == "…" ? beginning : beginning + "…"
  }
}
