/// A block parser for the subset of CommonMark that task lists need: lists, quotes, paragraphs, headings, code and HTML.
struct MarkdownBlocks {
  /// The items of all task lists, in order.
  private(set) var items: [MarkdownItem] = []
  /// The first level-1 heading.
  private(set) var title: String?
  /// The destinations of link reference definitions, by label.
  private(set) var references: [String: Bytes] = [:]
  /// The text outside of tasks.
  var rest = MarkdownRest()
  /// Whether it has blocks that plain lines don't have: headings, quotes, fenced code or HTML.
  private(set) var isDocument = false
  /// Whether a title goes on in a line that is not indented.
  private(set) var hasLazyTitle = false
  private let mode: MarkdownMode
  private var group: String?
  private var containers: [MarkdownContainer] = []
  private var leaf = MarkdownLeaf.nothing
  private var isAfterBlank = true
  /// Whether the line is a list item without a box.
  private var isPlainItem = false

  init(_ mode: MarkdownMode) {
    self.mode = mode
  }

  /// More definitions are text.
  private static let mostReferences = 10_000
  /// The limit of open containers; a deeper one replaces the innermost.
  private static let deepest = 64

  /// Parses the next line.
  mutating func take(_ whole: Bytes) {
    var line = MarkdownLine(whole)
    var note: MarkdownLine?
    isPlainItem = false
    let matched = matchContainers(&line, &note)
    let isBlank = line.isBlank
    defer { isAfterBlank = isBlank }
    if matched == containers.count, takeRaw(line, note) { return }
    if isBlank { return takeBlank(matched) }
    takeText(&line, note, matched)
  }

  /// Matches the line against the open containers, and returns how many it continues.
  private mutating func matchContainers(_ line: inout MarkdownLine, _ note: inout MarkdownLine?) -> Int {
    var matched = 0
    var above = 0
    for container in containers {
      switch container {
      case .quote:
        guard line.indent < 4, line.content.first == UInt8(ascii: ">") else { return matched }
        line.takeQuote()
      case .item(let indent, let box, let boxes, let isEmpty):
        if line.isBlank, isEmpty { return matched }
        guard line.isBlank || line.indent >= indent else { return matched }
        line.skip(indent)
        if isEmpty { containers[matched] = .item(indent: indent, box: box, boxes: boxes, isEmpty: false) }
        if boxes > above { note = line }
        above = boxes
      }
      matched += 1
    }
    return matched
  }

  private func boxCount(before index: Int) -> Int {
    for container in containers[..<index].reversed() {
      if case .item(_, _, let boxes, _) = container { return boxes }
    }
    return 0
  }

  /// Adds the line to an open code or HTML block.
  private mutating func takeRaw(_ line: MarkdownLine, _ note: MarkdownLine?) -> Bool {
    switch leaf {
    case .nothing, .paragraph: return false
    case .code:
      if line.indent >= 4 || line.isBlank {
        addNote(note ?? line, isRaw: true)
        return true
      }
      leaf = .nothing
      return false
    case .fence(let fence):
      addNote(note ?? line, isRaw: true)
      if fence.isClosed(by: line) { leaf = .nothing }
      return true
    case .html(let html):
      if line.isBlank, html.endsBlank {
        leaf = .nothing
        return false
      }
      addNote(note ?? line, isRaw: true, isHidden: html.isHidden)
      if html.ends(with: line.content) { leaf = .nothing }
      return true
    }
  }

  private mutating func takeBlank(_ matched: Int) {
    // A blank line ends a quote, but not a list item.
    if matched < containers.count { containers.removeSubrange(matched...) }
    leaf = .nothing
  }
}

extension MarkdownBlocks {
  private mutating func takeText(_ line: inout MarkdownLine, _ note: MarkdownLine?, _ matched: Int) {
    var isLazy = matched < containers.count
    var note = note
    while true {
      let inParagraph = isParagraph && !isLazy
      if line.indent >= 4, !startsDeepItem(line) {
        if isParagraph { break }
        close(from: matched, ifNeeded: &isLazy)
        addNote(note ?? line)
        leaf = .code
        return
      }
      if line.content.first == UInt8(ascii: ">") {
        close(from: matched, ifNeeded: &isLazy)
        leaf = .nothing
        line.takeQuote()
        isDocument = true
        push(.quote)
        continue
      }
      if takeBlock(line, note, inParagraph: inParagraph, matched, &isLazy) { return }
      guard let marker = line.marker, !line.isRule, !inParagraph || interrupts(marker, line) else { break }
      close(from: matched, ifNeeded: &isLazy)
      if takeItem(&line, marker.length, &note) { return }
    }
    takeParagraph(line, note, matched, isLazy: isLazy)
  }

  private var isParagraph: Bool {
    if case .paragraph = leaf { return true }
    return false
  }

  /// Whether the line is a task that is indented too far for CommonMark. Deliberately more lenient: such files are common.
  private func startsDeepItem(_ line: MarkdownLine) -> Bool {
    guard isParagraph, let marker = line.marker, case .item = containers.last else { return false }
    return MarkdownBox(line.content.dropFirst(marker.length).trimmed)?.status != nil
  }

  /// Only an ordered list that starts with 1 can interrupt a paragraph.
  private func interrupts(_ marker: (length: Int, number: Int?), _ line: MarkdownLine) -> Bool {
    line.content.count > marker.length && marker.number ?? 1 == 1
  }

  private mutating func close(from matched: Int, ifNeeded isNeeded: inout Bool) {
    guard isNeeded else { return }
    containers.removeSubrange(matched...)
    leaf = .nothing
    isNeeded = false
  }

  private mutating func push(_ container: MarkdownContainer) {
    if containers.count >= Self.deepest { containers.removeLast() }
    containers.append(container)
  }

  /// Parses headings, thematic breaks, and the starts of code and HTML blocks.
  private mutating func takeBlock(
    _ line: MarkdownLine, _ note: MarkdownLine?, inParagraph: Bool, _ matched: Int, _ isLazy: inout Bool
  ) -> Bool {
    if let heading = line.heading {
      close(from: matched, ifNeeded: &isLazy)
      begin(heading.text, level: heading.level, note ?? line)
    } else if inParagraph, let level = line.underline, case .paragraph(let text, let item, let before) = leaf {
      leaf = .nothing
      if item == nil {
        rest = before
        begin(text[...], level: level, note ?? line)
      }
    } else if line.isRule {
      close(from: matched, ifNeeded: &isLazy)
      leaf = .nothing
    } else if let fence = line.fence {
      close(from: matched, ifNeeded: &isLazy)
      addNote(note ?? line)
      isDocument = true
      leaf = .fence(fence)
    } else if let html = MarkdownHTML(line.content, inParagraph: isParagraph) {
      close(from: matched, ifNeeded: &isLazy)
      addNote(note ?? line, isHidden: html.isHidden)
      isDocument = true
      leaf = html.ends(with: line.content) ? .nothing : .html(html)
    } else {
      return false
    }
    return true
  }

  private mutating func begin(_ heading: Bytes, level: Int, _ line: MarkdownLine) {
    leaf = .nothing
    if owner != nil { return addNote(line) }
    isDocument = true
    let isTitle = level == 1 && title == nil
    rest.begin(isTitle ? nil : heading)
    let name = ItemText.name(MarkdownText(heading.beginning(bytes: Limits.listNameBytes), references: [:]).plain)
    if isTitle {
      title = name
      group = nil
    } else {
      group = name
    }
  }

  /// Parses a list marker and its checkbox. True if the rest of the line is empty.
  private mutating func takeItem(_ line: inout MarkdownLine, _ length: Int, _ note: inout MarkdownLine?) -> Bool {
    let begin = line
    let indent = line.indent
    line.skip(indent)
    line.drop(length)
    let space = line.indent
    let isEmpty = line.isBlank
    let padding = isEmpty || space > 4 ? 1 : space
    line.skip(padding)
    let boxes = boxCount(before: containers.count)
    let content = indent + length + padding
    leaf = .nothing
    guard let box = MarkdownBox(line.content), line.indent < 4 else {
      let above = owner
      if mode == .pasted, !isEmpty, line.startsText, above.map({ items[$0].isPlain }) ?? true {
        note = nil
        addItem(.open(percent: 0), isPlain: true, boxes, content)
        return false
      }
      isPlainItem = true
      push(.item(indent: content, box: above, boxes: boxes, isEmpty: isEmpty))
      // Inside a task it is part of the notes.
      if isEmpty { addNote(note ?? begin) }
      return isEmpty
    }
    note = nil
    addItem(box.status, isPlain: false, boxes, content)
    line.skip(line.indent)
    line.drop(box.length)
    if !line.isBlank { items[items.count - 1].addTitle(line) }
    return true
  }

  private mutating func addItem(_ status: RemoteStatus?, isPlain: Bool, _ boxes: Int, _ content: Int) {
    rest.unusedHeading = nil
    items.append(MarkdownItem(status: status, group: group, depth: boxes, isPlain: isPlain))
    push(.item(indent: content, box: items.count - 1, boxes: boxes + 1, isEmpty: false))
    leaf = .paragraph(lines: [], item: items.count - 1, before: rest)
  }

  private mutating func takeParagraph(_ line: MarkdownLine, _ note: MarkdownLine?, _ matched: Int, isLazy: Bool) {
    var isLazy = isLazy
    if case .paragraph(var lines, let item, let before) = leaf {
      if let item {
        hasLazyTitle = hasLazyTitle || isLazy
        items[item].addTitle(line)
      } else {
        if lines.count < Limits.listNameBytes { lines += [.space] + line.content }
        leaf = .paragraph(lines: lines, item: nil, before: before)
        addNote(note ?? line)
      }
      return
    }
    close(from: matched, ifNeeded: &isLazy)
    if let reference = line.reference {
      if references.count < Self.mostReferences, references[reference.label] == nil {
        references[reference.label] = reference.target
      }
      if owner == nil { return }
    }
    leaf = .paragraph(lines: Array(line.content.prefix(Limits.listNameBytes)), item: nil, before: rest)
    addNote(note ?? line)
  }

  /// The task to whose notes the next line belongs.
  private var owner: Int? {
    for container in containers.reversed() {
      if case .item(_, let box, _, _) = container { return box }
    }
    return nil
  }

  /// Adds the line to the notes of its task, unless it is hidden there, or to the text outside of tasks.
  private mutating func addNote(_ line: MarkdownLine, isRaw: Bool = false, isHidden: Bool = false) {
    if let owner {
      if !isHidden { items[owner].addNote(line, isAfterBlank: isAfterBlank && !isRaw) }
    } else {
      rest.add(line.content, isPlainItem: isPlainItem)
    }
  }
}
