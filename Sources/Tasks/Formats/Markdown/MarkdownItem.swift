/// A task list item.
struct MarkdownItem {
  /// Nil for an unknown mark.
  let status: RemoteStatus?
  let group: String?
  /// The number of its ancestors.
  let depth: Int
  /// Whether it has no box.
  let isPlain: Bool
  /// Its first paragraph up to a hard line break, the lines joined.
  private(set) var title: [UInt8] = []
  /// The rest of its content, as written.
  private(set) var notes: [UInt8] = []
  private var isTitleWhole = false

  init(status: RemoteStatus?, group: String?, depth: Int, isPlain: Bool) {
    self.status = status
    self.group = group
    self.depth = depth
    self.isPlain = isPlain
  }

  mutating func addTitle(_ line: MarkdownLine) {
    if isTitleWhole {
      // A backslash is a line break only if another line follows.
      if notes.isEmpty, title.last == UInt8(ascii: "\\") { title.removeLast() }
      return addNote(line, isAfterBlank: false)
    }
    guard title.count < Limits.notesBytes else { return }
    if !title.isEmpty { title.append(.space) }
    isTitleWhole = line.isHardBreak
    title += line.content
  }

  mutating func addNote(_ line: MarkdownLine, isAfterBlank: Bool) {
    guard notes.count <= Limits.notesBytes else { return }
    if !notes.isEmpty {
      notes.append(.lineFeed)
      if isAfterBlank { notes.append(.lineFeed) }
    }
    notes += line.written
  }
}
