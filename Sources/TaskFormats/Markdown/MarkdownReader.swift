import Tasks

/// Reads the task lists of a Markdown file. A task's title is the rendered text of its first paragraph. The destinations of its
/// links and the rest of the item, as written, become its notes.
enum MarkdownReader {
  /// Nil when the file has no task list, or if pasted text is rather one task per line: it has lines besides its lists, and no
  /// blocks of a document.
  static func read<Collector: ItemCollector>(
    _ text: Bytes, as mode: MarkdownMode, into empty: Collector
  ) throws(UnreadableList) -> Collector.Output? {
    var outline = MarkdownOutline(mode)
    let matter = FrontMatter(text)
    for line in matter.others { outline.rest.add(line) }
    for line in matter.rest {
      try empty.limit.check()
      outline.parse(line)
      guard outline.items.count <= empty.mostItems else { throw .tooManyTasks }
    }
    outline.end()
    // An empty box among other lines makes no check list.
    let isEmpty = outline.isOnlyEmptyBoxes
    let hasBoxes = outline.items.contains {
      !$0.isPlain && $0.title.isEmpty == isEmpty && $0.mark?.first?.isLetter != true
    }
    guard hasBoxes else { return nil }
    if mode == .pasted, !outline.isDocument, outline.hasLazyTitle || outline.rest.lines > 0 { return nil }
    var builder = empty
    if outline.hasSeveralLists {
      var items = outline.items[...]
      for (index, name) in outline.lists.enumerated() {
        try builder.begin(PortableList(name: name, headings: outline.headings[index + 1] ?? []))
        while let item = items.first, item.place.list == index + 1 {
          try builder.add(readItem(item, in: item.place.section))
          items.removeFirst()
        }
      }
      return builder.output(.markdown, title: nil, appointments: 0)
    }
    let title = outline.title ?? matter.title
    let isDivided = title != nil && outline.lists.count < 2 && outline.rest.isOnlyHeadings
    if isDivided { try builder.begin(PortableList(name: title, headings: outline.headings[outline.lists.count] ?? [])) }
    for item in outline.items { try builder.add(readItem(item, in: item.group)) }
    if !isDivided {
      builder.omit(.plainItem, count: outline.rest.plainItems, examples: outline.rest.firstPlainItems)
      builder.omit(.text, count: outline.rest.lines, examples: outline.rest.firstLines)
    }
    return builder.output(.markdown, title: title, appointments: 0)
  }

  /// The task of a list item. What other apps write into titles is taken off here.
  private static func readItem(_ item: MarkdownItem, in group: String?) -> ReadItem {
    var read = ReadItem()
    let keyword = item.isPlain ? TaskKeyword(item.title[...].text) : nil
    let marks = TitleMarks(keyword.map { Array($0.rest.utf8)[...] } ?? item.title[...])
    let title = MarkdownText(marks.bytes)
    read.parse(title: title.plain)
    read.append(notes: ItemText.notes(Array(title.links.joined(separator: [.lineFeed]))[...]))
    read.parse(notes: unescaped(item.notes[...]))
    read.status = item.status
    if let keyword { read.apply(keyword) }
    switch item.mark {
    case "!": read.draft.priority = .high
    case let mark?: read.remark(.state, "[\(mark)]")
    case nil: break
    }
    marks.set(&read)
    read.group = group
    read.depth = item.depth
    return read
  }

  /// Notes without the backslashes before what would begin a block, which ``MarkdownWriter`` adds.
  private static func unescaped(_ notes: Bytes) -> Bytes {
    guard notes.contains(UInt8(ascii: "\\")) else { return notes }
    var text: [UInt8] = []
    text.reserveCapacity(notes.count)
    for line in Lines(notes) {
      if !text.isEmpty || line.startIndex > notes.startIndex { text.append(.lineFeed) }
      let place = MarkdownEscape.place(in: line)
      let rest = line[place...].dropFirst()
      let isEscaped =
        line[place...].first == UInt8(ascii: "\\") && MarkdownEscape.isNeeded(in: rest, at: place, of: line)
      text += isEscaped ? line[..<place] + rest : line
    }
    return text[...]
  }
}

/// What the text of a Markdown file outside of its check boxes is.
enum MarkdownMode {
  /// List items with a keyword are tasks, other text is remarked as left out.
  case file
  /// List items without a box are open tasks, other text is remarked.
  case pasted
}

/// The text of a Markdown file that is in no task.
struct MarkdownRest {
  /// The number of list items without a box.
  private(set) var plainItems = 0
  /// The number of other lines.
  private(set) var lines = 0
  private(set) var firstPlainItems: [Bytes] = []
  private(set) var firstLines: [Bytes] = []

  /// The last heading, until an item is below it.
  var unusedHeading: Bytes?
  /// The number of lines that are headings without an item.
  private var emptyHeadings = 0

  /// Whether it is nothing but headings without items.
  var isOnlyHeadings: Bool { plainItems == 0 && lines == emptyHeadings }

  mutating func add(_ line: Bytes, isPlainItem: Bool = false) {
    if line.trimmed.isEmpty { return }
    let line = line.prefix(Self.mostBytes)
    if isPlainItem {
      plainItems += 1
      if firstPlainItems.count < ImportRemarks.mostExamples { firstPlainItems.append(line) }
    } else {
      lines += 1
      if firstLines.count < ImportRemarks.mostExamples { firstLines.append(line) }
    }
  }

  /// Begins a section, or ends the last one. A heading without an item below it is text.
  mutating func begin(_ heading: Bytes?) {
    if let unusedHeading {
      let before = lines
      add(unusedHeading)
      emptyHeadings += lines - before
    }
    unusedHeading = heading
  }

  /// More bytes than an example shows.
  private static let mostBytes = 1_000
}
