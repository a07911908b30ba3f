/// A block parser for the subset of CommonMark that task lists need: lists, quotes, paragraphs, headings, code and HTML.
struct MarkdownBlocks {
  /// The items of all task lists, in order.
  private(set) var items: [MarkdownItem] = []
  /// The first level-1 heading.
  private(set) var title: String?
  /// The destinations of link reference definitions, by label.
  private(set) var references: [String: Bytes] = [:]
  private var group: String?
  private var containers: [Container] = []
  private var leaf = Leaf.nothing
  private var isAfterBlank = true

  private enum Container {
    case quote
    /// A list item: the indentation of its content, the innermost task that it is or belongs to, the number of such tasks, and
    /// whether the item is still empty.
    case item(indent: Int, box: Int?, boxes: Int, isEmpty: Bool)
  }

  private enum Leaf {
    case nothing
    /// A paragraph. Its lines are kept because it may become a setext heading. `item` is the task whose title it is.
    case paragraph(lines: [UInt8], item: Int?)
    case code
    case fence(MarkdownFence)
    case html(MarkdownHTML)
  }

  /// More definitions are text.
  private static let mostReferences = 10_000
  /// The limit of open containers; a deeper one replaces the innermost.
  private static let deepest = 64

  /// Parses the next line.
  mutating func take(_ whole: Bytes) {
    var line = MarkdownLine(whole)
    var note: MarkdownLine?
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
      if !html.isHidden { addNote(note ?? line, isRaw: true) }
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

  private mutating func push(_ container: Container) {
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
    } else if inParagraph, let level = line.underline, case .paragraph(let text, let item) = leaf {
      leaf = .nothing
      if item == nil { begin(text[...], level: level, note ?? line) }
    } else if line.isRule {
      close(from: matched, ifNeeded: &isLazy)
      leaf = .nothing
    } else if let fence = line.fence {
      close(from: matched, ifNeeded: &isLazy)
      addNote(note ?? line)
      leaf = .fence(fence)
    } else if let html = MarkdownHTML(line.content, inParagraph: isParagraph) {
      close(from: matched, ifNeeded: &isLazy)
      if !html.isHidden { addNote(note ?? line) }
      leaf = html.ends(with: line.content) ? .nothing : .html(html)
    } else {
      return false
    }
    return true
  }

  private mutating func begin(_ heading: Bytes, level: Int, _ line: MarkdownLine) {
    leaf = .nothing
    if owner != nil { return addNote(line) }
    let name = ItemText.name(MarkdownText(heading.beginning(bytes: Limits.listNameBytes), references: [:]).plain)
    if level == 1, title == nil {
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
      push(.item(indent: content, box: above, boxes: boxes, isEmpty: isEmpty))
      // Inside a task it is part of the notes.
      if isEmpty { addNote(note ?? begin) }
      return isEmpty
    }
    note = nil
    items.append(MarkdownItem(status: box.status, group: group, depth: boxes))
    push(.item(indent: content, box: items.count - 1, boxes: boxes + 1, isEmpty: false))
    line.skip(line.indent)
    line.drop(box.length)
    leaf = .paragraph(lines: [], item: items.count - 1)
    if !line.isBlank { items[items.count - 1].addTitle(line) }
    return true
  }

  private mutating func takeParagraph(_ line: MarkdownLine, _ note: MarkdownLine?, _ matched: Int, isLazy: Bool) {
    var isLazy = isLazy
    if case .paragraph(var lines, let item) = leaf {
      if let item {
        items[item].addTitle(line)
      } else {
        if lines.count < Limits.listNameBytes { lines += [.space] + line.content }
        leaf = .paragraph(lines: lines, item: nil)
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
    leaf = .paragraph(lines: Array(line.content.prefix(Limits.listNameBytes)), item: nil)
    addNote(note ?? line)
  }

  /// The task to whose notes the next line belongs.
  private var owner: Int? {
    for container in containers.reversed() {
      if case .item(_, let box, _, _) = container { return box }
    }
    return nil
  }

  private mutating func addNote(_ line: MarkdownLine, isRaw: Bool = false) {
    if let owner { items[owner].addNote(line, isAfterBlank: isAfterBlank && !isRaw) }
  }
}

extension MarkdownLine {
  fileprivate mutating func takeQuote() {
    skip(indent)
    drop(1)
    if indent > 0 { skip(1) }
  }
}
