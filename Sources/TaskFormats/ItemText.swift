import Tasks

/// Sanitizes text of imported files, so that it passes the validation of typed text: removes what can't be displayed, truncates
/// what is too long.
///
/// Text is truncated by bytes first: counting characters is slow, and input has no bound.
enum ItemText {
  /// A title; nil if it has no visible character.
  static func title(_ bytes: Bytes) -> String? {
    line(bytes, characters: Limits.titleCharacters, bytes: Limits.titleBytes)
  }

  /// A title, and the rest of a text that is too long for one. The text is split between words where possible, and both parts
  /// have an ellipsis.
  static func titleAndRest(_ bytes: Bytes) -> (title: String?, rest: String) {
    guard let title = title(bytes) else { return (nil, "") }
    guard title.unicodeScalars.last == "…" else { return (title, "") }
    let text = TypedText.trimmed(
      withoutControls(bytes.trimmed.beginning(bytes: Limits.notesBytes).text, keepsLines: false))
    var beginning = title.utf8.dropLast("…".utf8.count)
    // The text itself ends in an ellipsis.
    guard text.utf8.count > title.utf8.count, text.utf8.starts(with: beginning) else { return (title, "") }
    if let space = beginning.lastIndex(of: .space), beginning[space...].count <= longestWord {
      beginning = beginning[..<space]
    }
    let rest = text.utf8.dropFirst(beginning.count)
    return (String(decoding: beginning, as: UTF8.self) + "…", notes(Array("…".utf8)[...] + Array(rest)[...].trimmed))
  }

  /// In UTF-8 bytes. Longer words are split.
  private static let longestWord = 100

  /// The name of a list or of a group; nil if it has no visible character.
  static func name(_ bytes: Bytes) -> String? {
    line(bytes, characters: Limits.listNameCharacters, bytes: Limits.listNameBytes)
  }

  /// Whether a name is the beginning of a longer one.
  static func isShortened(_ name: String) -> Bool {
    name.unicodeScalars.last == "…"
      && (name.count == Limits.listNameCharacters || name.utf8.count > Limits.listNameBytes - 64)
  }

  /// A tag; nil if it has no visible character. It is whole, as far as it would fit into notes.
  static func tag(_ bytes: Bytes) -> String? {
    line(bytes, characters: 2 * Limits.notesBytes, bytes: 2 * Limits.notesBytes)
  }

  /// Notes; empty if they have no visible character.
  static func notes(_ bytes: Bytes) -> String {
    let outer = bytes.trimmed
    let repaired = TypedText.withPlainLineBreaks(outer.beginning(bytes: Limits.notesBytes).text)
    let shown = withoutControls(repaired, keepsLines: true)
    let isLong = outer.count > Limits.notesBytes || shown.utf8.count > Limits.notesBytes
    let notes = isLong ? cut(shown, bytes: Limits.notesBytes) : shown
    return notes.unicodeScalars.allSatisfy(\.properties.isWhitespace) ? "" : notes
  }

  /// The title of an item that has only notes: their first line.
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

  /// Removes control characters (Unicode category Cc). Tabs and line breaks become spaces in single-line text.
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

  /// Truncates a text and appends an ellipsis. Splits no character, except one that is longer than the limit.
  private static func cut(_ text: String, bytes limit: Int) -> String {
    let isCutAlready = text.utf8.count <= limit - 3
    let bytes = Array(text.utf8)[...]
    var beginning = isCutAlready ? text : bytes.beginning(bytes: limit - 3).text
    if !isCutAlready, beginning.index(after: beginning.startIndex) < beginning.endIndex { beginning.removeLast() }
    return beginning.unicodeScalars.last == "…" ? beginning : beginning + "…"
  }
}

/// The identifiers of items in files.
enum ItemKey {
  /// An identifier as it is. Keys are sent in forms, so only printable ASCII is used unchanged.
  static func plain(_ identifier: Bytes) -> String? {
    let isPlain = identifier.count <= 200 && identifier.allSatisfy { (0x21...0x7E).contains($0) }
    return isPlain && !identifier.isEmpty ? identifier.text : nil
  }
}
