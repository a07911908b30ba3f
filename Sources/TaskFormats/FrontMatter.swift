import Tasks

/// What a note begins with before its text: YAML between two lines of `---`, or the page properties of Logseq (`type:: book`).
struct FrontMatter {
  /// The title in it.
  private(set) var title: String?
  /// The other lines, as far as they are shown.
  private(set) var others: [Bytes] = []
  /// The lines after it.
  private(set) var rest: Lines

  private static let mostOthers = 1_000

  init(_ text: Bytes) {
    rest = Lines(text)
    var lines = rest
    let isYAML = lines.next()?.trimmed.elementsEqual("---".utf8) ?? false
    if !isYAML { lines = rest }
    let isKey = { (line: Bytes) in
      let name = line.prefix { $0.isWord || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
      return !name.isEmpty && line[name.endIndex...].starts(with: isYAML ? ":".utf8 : ":: ".utf8)
    }
    var (name, others) = (Bytes?.none, [Bytes]())
    while let line = lines.next() {
      if isYAML, line.trimmed.elementsEqual("---".utf8) || line.trimmed.elementsEqual("...".utf8) {
        rest = lines
        title = name.flatMap { ItemText.name(Self.unquoted($0)) }
        self.others = others
        return
      }
      // Lines between two rules are text.
      guard isKey(line) || isYAML && (name != nil || !others.isEmpty) else { break }
      if name == nil, line.begins(with: "title:") {
        name = line.dropFirst(isYAML ? 6 : 7).trimmed
      } else if others.count < Self.mostOthers {
        others.append(line)
      }
      if !isYAML { (rest, title, self.others) = (lines, name.flatMap(ItemText.name), others) }
    }
  }

  private static func unquoted(_ value: Bytes) -> Bytes {
    let isQuoted = value.count > 1 && value.first == value.last && "\"'".utf8.contains(value[value.startIndex])
    return isQuoted ? value.dropFirst().dropLast() : value
  }
}
