import Tasks

/// Reads the check lists of a Markdown file, line by line. It follows CommonMark as far as lists need it: nesting by indentation,
/// headings, continued lines, quotes, and code and HTML, in which there are no tasks.
///
/// A line looks at no other line, and at most ``deepest`` open items.
struct MarkdownOutline {
  /// The items of all task lists, in order.
  private(set) var items: [MarkdownItem] = []
  /// The first level-1 heading.
  private(set) var title: String?
  /// The level-1 headings, and those below, by the number of their list.
  private(set) var (lists, headings): ([String?], [Int: [String]]) = ([], [:])
  private var hasDeepHeading = false
  /// The text outside of tasks.
  var rest = MarkdownRest()
  /// Whether it has blocks that plain lines don't have: headings, quotes, fenced code or HTML.
  private(set) var isDocument = false
  /// Whether a title goes on in a line that is not indented.
  private(set) var hasLazyTitle = false
  private let mode: MarkdownMode
  private var group: String?
  private var section: String?
  private var open: [OpenItem] = []
  private var block = Block.none
  private var quotes = 0
  /// The number of blank lines before the line.
  private var blanks = 0
  /// The line as its task's notes hold it.
  private var whole = MarkdownLine([])
  /// Whether the line is a list item without a box.
  private var isPlainItem = false

  init(_ mode: MarkdownMode) { self.mode = mode }

  /// A list item that may go on.
  private struct OpenItem {
    /// The column of its content.
    let content: Int
    /// The innermost task that it is or belongs to.
    let task: Int?
    /// The number of such tasks.
    let depth: Int
  }

  /// The block that may go on in the next line.
  private enum Block {
    case none
    case title
    /// Text. Outside of lists its lines may become a heading.
    case paragraph([Bytes])
    case code
    case fence(Bytes)
    case html(MarkdownHTML)
  }

  /// The limit of open items and quotes; a deeper one replaces the innermost.
  private static let deepest = 64
  /// The limit of items that begin in one line.
  private static let mostInLine = 16
  /// The limit of lines of a heading.
  private static let mostInHeading = 10

  /// Whether it is an export of several lists: nothing but headings of two levels and tasks, the first heading before the first task.
  var hasSeveralLists: Bool {
    lists.count > 1 && !hasDeepHeading && rest.isOnlyHeadings && items.first?.place.list != 0
  }

  /// Whether the text has nothing but empty boxes and headings, as a check list without tasks.
  var isOnlyEmptyBoxes: Bool { rest.isOnlyHeadings && items.allSatisfy { !$0.isPlain && $0.title.isEmpty } }

  /// Reads the next line.
  mutating func parse(_ bytes: Bytes) {
    var line = MarkdownLine(bytes)
    let depth = takeQuotes(&line)
    (whole, isPlainItem) = (line, false)
    defer { blanks = line.isBlank ? blanks + 1 : 0 }
    if depth < quotes, !line.isBlank, continuesLazily(line, at: 0) { return takeText(line, isLazy: true) }
    if depth != quotes {
      endParagraph()
      open = []
      quotes = depth
    }
    let items = line.isBlank ? open.count : open.prefix { $0.content <= line.indent }.count
    if items == open.count, takeRaw(line) { return }
    if line.isBlank {
      endParagraph()
    } else if continuesLazily(line, at: items) {
      takeText(line, isLazy: items < open.count)
    } else {
      close(to: items)
      takeBlock(line)
    }
  }

  /// Ends the file.
  mutating func end() {
    endParagraph()
    rest.begin(nil)
  }

  /// Takes off the marks of quotes around lists, and returns their number. Quotes within items are notes.
  private mutating func takeQuotes(_ line: inout MarkdownLine) -> Int {
    var depth = 0
    while line.indent < 4, depth < Self.deepest, depth < quotes || line.indent < open.first?.content ?? 4,
      let inner = line.quoted
    {
      if depth >= quotes, case .fence = block { break }
      line = inner
      depth += 1
      isDocument = true
    }
    return depth
  }

  /// Whether the line goes on with the open paragraph, because it begins no other block.
  /// - Parameter items: the number of open items that the line is indented for.
  private func continuesLazily(_ line: MarkdownLine, at items: Int) -> Bool {
    switch block {
    case .none, .code, .fence, .html: return false
    case .title, .paragraph: break
    }
    // Items that are indented too far for CommonMark are common.
    if line.indent - column(of: items) >= 4 { return open.isEmpty || !line.startsTask }
    let isUnderline = items == open.count && line.underline != nil
    if isUnderline || line.startsBlock(inParagraph: true) { return false }
    guard let marker = line.marker else { return true }
    // Lists interrupt a paragraph only if they start with 1, and no empty ones do.
    return items == open.count && (line.content.count <= marker.length || marker.number ?? 1 != 1)
  }

  private func column(of items: Int) -> Int { items > 0 ? open[items - 1].content : 0 }

  /// Adds the line to an open code or HTML block.
  private mutating func takeRaw(_ line: MarkdownLine) -> Bool {
    switch block {
    case .none, .title, .paragraph: return false
    case .code:
      guard line.isBlank || line.indent - column(of: open.count) >= 4 else { return false }
      if !line.isBlank { addText(line) }
    case .fence(let fence):
      if !line.isBlank { addText(line) }
      if line.closes(fence) { block = .none }
    case .html(let html):
      if line.isBlank { return !html.endsBlank }
      addText(line, isHidden: html.isHidden)
      if html.ends(with: line.content) { block = .none }
    }
    return true
  }

  private mutating func takeBlock(_ begin: MarkdownLine) {
    var line = begin
    for _ in 0..<Self.mostInLine {
      if line.indent - column(of: open.count) >= 4, !isInText || open.isEmpty || !line.startsTask {
        endParagraph()
        addText(line)
        block = .code
        return
      }
      if takeSingle(line) { return }
      guard let marker = line.marker else { break }
      endParagraph()
      guard let inner = takeItem(line, marker.length) else { return }
      line = inner
    }
    endParagraph()
    takeText(line, isLazy: false)
  }

  private var isInText: Bool {
    switch block {
    case .title, .paragraph: true
    case .none, .code, .fence, .html: false
    }
  }

  /// Reads headings, thematic breaks, and the starts of code and HTML blocks.
  private mutating func takeSingle(_ line: MarkdownLine) -> Bool {
    if case .paragraph(let lines) = block, open.isEmpty, let level = line.underline {
      block = .none
      begin(heading: Array(lines.joined(separator: [.space]))[...], level: level)
    } else if let heading = line.heading {
      endParagraph()
      if open.last?.task == nil { begin(heading: heading.text, level: heading.level) } else { addText(line) }
    } else if line.isRule || line.underline != nil && isInText {
      endParagraph()
    } else if let fence = line.fence {
      endParagraph()
      addText(line)
      isDocument = true
      block = .fence(fence)
    } else if let html = MarkdownHTML(line.content, inParagraph: isInText) {
      endParagraph()
      addText(line, isHidden: html.isHidden)
      isDocument = true
      block = html.ends(with: line.content) ? .none : .html(html)
    } else {
      return false
    }
    return true
  }

  private mutating func begin(heading: Bytes, level: Int) {
    isDocument = true
    let isTitle = level == 1 && title == nil
    rest.begin(isTitle ? nil : heading)
    let name = ItemText.name(MarkdownText(heading.beginning(bytes: 2 * Limits.listNameBytes)).plain)
    if isTitle { title = name }
    group = isTitle ? nil : name
    if level == 1 { lists.append(name) }
    section = level == 1 ? nil : name
    if let section { headings[lists.count, default: []].append(section) }
    if level > 2 { hasDeepHeading = true }
  }
}

extension MarkdownOutline {
  /// Begins an item, and returns the rest of its line; nil if nothing is left to read.
  private mutating func takeItem(_ line: MarkdownLine, _ length: Int) -> MarkdownLine? {
    let inner = line.dropping(length)
    let space = inner.indent - line.indent - length
    let content = line.indent + length + (inner.isBlank || space > 4 ? 1 : space)
    let above = open.last
    if let box = MarkdownBox(inner.content), space <= 4 {
      add(box.status, mark: box.mark, isPlain: false, at: content)
      let title = inner.dropping(box.length)
      if !title.isBlank { takeText(title, isLazy: false) }
      return nil
    }
    let isTask = mode == .pasted || mode == .file && TaskKeyword(inner.content.beginning(bytes: 100).text) != nil
    if isTask, !inner.isBlank, inner.marker == nil, !inner.startsBlock(inParagraph: false), space <= 4,
      above?.task.map({ items[$0].isPlain }) ?? true
    {
      add(.open(percent: 0), isPlain: true, at: content)
      takeText(inner, isLazy: false)
      return nil
    }
    isPlainItem = true
    push(OpenItem(content: content, task: above?.task, depth: above?.depth ?? 0))
    // Inside a task it is part of the notes.
    if inner.isBlank { addText(inner) }
    return inner.isBlank ? nil : inner
  }

  private mutating func add(_ status: ItemStatus, mark: String? = nil, isPlain: Bool, at content: Int) {
    let depth = open.last?.depth ?? 0
    rest.unusedHeading = nil
    items.append(
      MarkdownItem(
        status: status, mark: mark, group: group, place: (lists.count, section), depth: depth, isPlain: isPlain,
        column: content))
    push(OpenItem(content: content, task: items.count - 1, depth: depth + 1))
    block = .title
  }

  private mutating func push(_ item: OpenItem) {
    if open.count >= Self.deepest { open.removeLast() }
    open.append(item)
  }

  private mutating func takeText(_ line: MarkdownLine, isLazy: Bool) {
    switch block {
    case .title:
      hasLazyTitle = hasLazyTitle || isLazy
      items[items.count - 1].addTitle(line)
    case .paragraph(let lines) where open.isEmpty && lines.count < Self.mostInHeading:
      block = .paragraph(lines + [line.content])
    case .none where open.isEmpty: block = .paragraph([line.content])
    case .none, .paragraph, .code, .fence, .html:
      endParagraph()
      addText(line)
      block = .paragraph([])
    }
  }

  private mutating func endParagraph() {
    if case .paragraph(let lines) = block {
      for line in lines { rest.add(line) }
    }
    block = .none
  }

  private mutating func close(to items: Int) {
    if items == open.count { return }
    endParagraph()
    open.removeSubrange(items...)
  }

  /// Adds the line to the notes of its task, unless it is hidden there, or to the text outside of tasks.
  private mutating func addText(_ line: MarkdownLine, isHidden: Bool = false) {
    if let task = open.last?.task {
      if !isHidden { items[task].addNote(whole, after: blanks) }
    } else {
      rest.add(line.content, isPlainItem: isPlainItem)
    }
  }
}
