import Tasks

/// Reads plain text with one task per line, such as pasted notes. Marks of list items are taken off; indented lines are nested tasks.
struct PlainLinesReader {
  private let kind: OutlineKind
  private var org: OrgOutline?
  private var builder: ImportBuilder
  private var above: ReadItem?
  /// The notes of the item above.
  private var notes: [String] = []
  /// The indentation of the previous line and of those that contain it.
  private var open: [Int] = []

  static func read(_ text: Bytes, as kind: OutlineKind, into empty: ImportBuilder) throws(UnreadableList)
    -> PortableFile
  {
    let matter = FrontMatter(text)
    var reader = PlainLinesReader(kind, into: empty)
    reader.builder.omit(
      .text, count: matter.others.count, examples: Array(matter.others.prefix(ImportRemarks.mostExamples)))
    for line in matter.rest where !line.trimmed.isEmpty { try reader.parse(line) }
    try reader.add()
    return reader.builder.output(.lines, title: matter.title)
  }

  private init(_ kind: OutlineKind, into builder: ImportBuilder) {
    (self.kind, self.builder) = (kind, builder)
    if case .org(let org) = kind { self.org = org }
  }

  private mutating func parse(_ line: Bytes) throws(UnreadableList) {
    try builder.limit.check()
    let content = line.trimmed
    let written = content.beginning(bytes: Limits.notesBytes * 2).text
    switch org?.parse(line) {
    case .mark: return
    case .record where content.begins(with: ":id:") && above != nil: above?.identifier = content.dropFirst(4).trimmed
    case .record where above != nil: above?.remark(.other, written)
    case .aside, .record: builder.omit(.text, count: 1, examples: [content.beginning(bytes: 1_000)])
    case .headline(let indent): try begin(written, at: indent, isHeadline: true)
    case .other(let indent): try parse(written, at: indent)
    case nil:
      // Some outlines have a star for each level.
      try parse(written, at: MarkdownLine(line).indent + max(0, content.prefix { $0 == UInt8(ascii: "*") }.count - 1))
    }
  }

  private mutating func parse(_ written: String, at indent: Int) throws(UnreadableList) {
    if var item = above, let planning = PlanningLine(written) {
      planning.set(&item)
      above = item
    } else if !ListMark.hasMark(written), org != nil || open.last.map({ indent > $0 }) ?? false, kind.isNote(written) {
      notes.append(written)
    } else {
      try begin(written, at: indent)
    }
  }

  private mutating func begin(_ written: String, at indent: Int, isHeadline: Bool = false) throws(UnreadableList) {
    if ListMark.isAlone(written) { return }
    try add()
    while let last = open.last, last >= indent { open.removeLast() }
    var item = ReadItem()
    item.depth = open.count
    if ListMark.isChecked(written) { item.status = .done(nil) }
    var text = ListMark.removed(from: written)[...]
    // A box of Org between open and checked.
    if org != nil, text.hasPrefix("[-] ") { text = text.dropFirst(4) }
    if isHeadline {
      for tag in OrgOutline.tags(endOf: &text) { item.add(tag: String(tag)) }
    }
    if ListMark.hasMark(written), let keyword = TaskKeyword(text, declared: org?.keywords ?? [:]) {
      item.apply(keyword)
      text = keyword.rest
    }
    let marks = TitleMarks(Array(text.utf8)[...], takesTags: kind.hasTags)
    item.parse(title: marks.bytes)
    marks.set(&item)
    above = item
    open.append(indent)
  }

  private mutating func add() throws(UnreadableList) {
    guard var item = above else { return }
    item.append(notes: ItemText.notes(Array(notes.joined(separator: "\n").utf8)[...]))
    try builder.add(item)
    notes = []
  }
}

/// What the lines of a text are besides tasks.
enum OutlineKind {
  /// Nothing else.
  case lines
  /// Indented lines without a mark are notes.
  case outline
  /// An outline of TaskPaper or PlainTasks: words that begin with `@` are tags, and lines that end with a colon are projects.
  case projects
  case org(OrgOutline)

  /// Nil for lines, and for todo.txt: more lines have its marks than have those of list items.
  init?(_ text: Bytes) {
    var (items, marked, isOfProjects) = (0, 0, false)
    for line in Lines(text) {
      let content = line.trimmed
      if ListMark.hasMark(content.beginning(bytes: 12).text) {
        items += 1
        isOfProjects = isOfProjects || content.prefix(500).contains("@done")
      } else if content.last == UInt8(ascii: ":") {
        isOfProjects = true
      } else if line.first?.isSpace == false, TodoTxtLine(content).isMarked {
        marked += 1
      }
    }
    if items <= marked { return nil }
    self = isOfProjects ? .projects : .outline
  }

  fileprivate var hasTags: Bool { if case .projects = self { true } else { false } }

  /// Whether an indented line without a mark is a note.
  fileprivate func isNote(_ line: String) -> Bool {
    switch self {
    case .lines: false
    case .outline, .projects: !line.hasSuffix(":")
    case .org: true
    }
  }
}
