import Tasks

/// The text of a mail in HTML.
enum MailHTML {
  /// What is left out up to its end.
  private static let hidden: [(start: StaticString, end: StaticString)] = [
    ("<!--", "-->"), ("<style", "</style"), ("<script", "</script"), ("<title", "</title"),
  ]

  static func plain(_ html: Bytes) -> Bytes { tidied(HTMLText.plain(visible(html)[...])) }

  /// The markup without what nobody sees, and with one space for each piece of white space. Cells of tables begin with one.
  private static func visible(_ html: Bytes) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(html.count)
    // The kinds whose end is missing in the rest: each is looked for only once.
    var endless: Set<Int> = []
    var rest = html
    while let byte = rest.first {
      if byte.isSpace {
        if text.last != .space { text.append(.space) }
      } else {
        if byte == UInt8(ascii: "<") {
          if let end = endOfHidden(rest, &endless) {
            rest = rest[end...]
            continue
          }
          if rest.begins(with: "<td") || rest.begins(with: "<th") { text.append(.space) }
        }
        text.append(byte)
      }
      rest = rest.dropFirst()
    }
    return text
  }

  private static func endOfHidden(_ rest: Bytes, _ endless: inout Set<Int>) -> Int? {
    for (index, kind) in hidden.enumerated() where rest.begins(with: kind.start) && !endless.contains(index) {
      var place = rest.startIndex + 1
      while let next = rest[place...].firstIndex(of: index == 0 ? UInt8(ascii: "-") : UInt8(ascii: "<")) {
        if rest[next...].begins(with: kind.end) {
          // The end of a comment has its bracket already.
          let end = next + kind.end.utf8CodeUnitCount
          return index == 0 ? end : rest[end...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? rest.endIndex
        }
        place = next + 1
      }
      endless.insert(index)
    }
    return nil
  }

  /// Lines without spaces around them, and at most one empty line in a row.
  private static func tidied(_ text: Bytes) -> Bytes {
    var tidied: [UInt8] = []
    tidied.reserveCapacity(text.count)
    var empty = 0
    for line in Lines(text) {
      let line = line.trimmed
      empty = line.isEmpty ? empty + 1 : 0
      if empty > 1 || tidied.isEmpty && line.isEmpty { continue }
      tidied += line
      tidied.append(.lineFeed)
    }
    return tidied[...].trimmed
  }
}
