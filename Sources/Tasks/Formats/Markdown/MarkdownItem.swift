/// An item of a check list.
struct MarkdownItem {
  /// Nil for one that can't be read.
  let status: RemoteStatus?
  let group: String?
  /// Beneath how many others it stands.
  let depth: Int
  /// Its first paragraph up to a line break that is meant, the lines joined.
  private(set) var title: [UInt8] = []
  /// What else stands in it, as written.
  private(set) var notes: [UInt8] = []
  private var isTitleWhole = false

  init(status: RemoteStatus?, group: String?, depth: Int) {
    self.status = status
    self.group = group
    self.depth = depth
  }

  mutating func addTitle(_ line: MarkdownLine) {
    if isTitleWhole {
      // Only before another line a backslash breaks it.
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
