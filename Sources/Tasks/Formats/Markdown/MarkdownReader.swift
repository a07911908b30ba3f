/// Reads the check lists of a Markdown file. What stands beneath an item and is none itself becomes its notes, as written.
struct MarkdownReader {
  private var title: String?
  private var group: String?
  private var items: [(item: ReadItem, notes: [UInt8])] = []
  /// The items of lists in which the next line may stand, each deeper than the one before.
  private var open: [Open] = []
  /// Text that a line beneath may make a heading.
  private var paragraph: Bytes?
  private var fence: (mark: UInt8, count: Int)?
  private var isComment = false
  private var isAfterBlank = true

  /// An item of a list, with a box or without.
  private struct Open {
    let indent: Int
    /// How many items with boxes it stands beneath, itself included.
    let boxes: Int
    /// The deepest of those.
    let item: Int?
  }

  /// Nil when there is no check list in it.
  static func read(_ text: Bytes, into empty: ListBuilder) throws(UnreadableList) -> ReadList? {
    var reader = MarkdownReader()
    let (name, lines) = frontMatter(text)
    for line in lines { reader.take(MarkdownLine(line)) }
    if reader.items.isEmpty { return nil }
    var builder = empty
    for (item, notes) in reader.items {
      var item = item
      item.notes = ItemText.notes(notes[...])
      try builder.add(item)
    }
    return builder.list(.markdown, title: reader.title ?? name)
  }

  private mutating func take(_ line: MarkdownLine) {
    if takeHidden(line) { return }
    defer { isAfterBlank = line.text.isEmpty }
    if line.text.isEmpty {
      paragraph = nil
    } else if line.indent >= 4 || !takeHeading(line) {
      if let content = line.item, line.indent < 4 || !open.isEmpty {
        takeItem(content, line)
      } else {
        takeText(line)
      }
    }
  }

  /// Takes lines of code and of comments.
  private mutating func takeHidden(_ line: MarkdownLine) -> Bool {
    if let open = fence {
      if line.closes(open) { fence = nil }
      return true
    }
    if isComment {
      isComment = !line.text.contains("-->")
      return true
    }
    if let opened = line.fence {
      fence = opened
      paragraph = nil
      return true
    }
    guard line.text.begins(with: "<!--") else { return false }
    isComment = !line.text.contains("-->")
    return true
  }

  private mutating func takeHeading(_ line: MarkdownLine) -> Bool {
    let isOutside = open.isEmpty || line.indent < 2
    if isOutside, let heading = line.heading {
      begin(heading.text, level: heading.level)
    } else if let text = paragraph, let level = line.underline {
      begin(text, level: level)
    } else if isOutside, line.isRule {
      open = []
      paragraph = nil
    } else {
      return false
    }
    return true
  }

  private mutating func begin(_ heading: Bytes, level: Int) {
    open = []
    paragraph = nil
    let name = ItemText.name(MarkdownText.plain(heading.beginning(bytes: Limits.listNameBytes)))
    if level == 1, title == nil {
      title = name
      group = nil
    } else {
      group = name
    }
  }

  private mutating func takeItem(_ content: Bytes, _ line: MarkdownLine) {
    paragraph = nil
    closeItems(from: line.indent)
    let depth = open.last?.boxes ?? 0
    guard let box = MarkdownBox(content) else {
      open.append(Open(indent: line.indent, boxes: depth, item: open.last?.item))
      // Beneath an item with a box it is a part of its notes.
      addNote(line)
      return
    }
    var item = ReadItem()
    item.title = ItemText.title(MarkdownText.plain(box.title.beginning(bytes: Limits.titleBytes)))
    item.status = box.status
    item.group = group
    item.depth = depth
    open.append(Open(indent: line.indent, boxes: depth + 1, item: items.count))
    items.append((item, []))
  }

  private mutating func takeText(_ line: MarkdownLine) {
    if isAfterBlank { closeItems(from: line.indent) }
    if open.isEmpty { paragraph = line.indent < 4 || paragraph != nil ? line.text : nil }
    addNote(line)
  }

  /// What is indented so stands beneath items that are indented two columns less at least.
  private mutating func closeItems(from indent: Int) {
    while let last = open.last, last.indent + 2 > indent { open.removeLast() }
  }

  private mutating func addNote(_ line: MarkdownLine) {
    guard let index = open.last?.item, items[index].notes.count <= Limits.notesBytes else { return }
    if !items[index].notes.isEmpty {
      items[index].notes.append(.lineFeed)
      if isAfterBlank { items[index].notes.append(.lineFeed) }
    }
    items[index].notes += line.text
  }

  /// The name in the block of settings at a file's start, and the lines that follow it.
  private static func frontMatter(_ text: Bytes) -> (name: String?, rest: Lines) {
    var lines = Lines(text)
    guard let first = lines.next(), first.trimmed.elementsEqual("---".utf8) else { return (nil, Lines(text)) }
    var name: Bytes?
    while let line = lines.next() {
      if line.begins(with: "title:") { name = name ?? line.dropFirst(6).trimmed }
      let mark = line.trimmed
      if mark.elementsEqual("---".utf8) || mark.elementsEqual("...".utf8) {
        return (name.flatMap { ItemText.name(unquoted($0)) }, lines)
      }
    }
    return (nil, Lines(text))
  }

  private static func unquoted(_ value: Bytes) -> Bytes {
    let isQuoted = value.count > 1 && value.first == value.last && "\"'".utf8.contains(value[value.startIndex])
    return isQuoted ? value.dropFirst().dropLast() : value
  }
}
