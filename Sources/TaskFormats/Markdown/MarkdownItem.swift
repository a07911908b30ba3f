import Tasks

/// A task list item.
struct MarkdownItem {
  let status: ItemStatus
  /// See ``MarkdownBox/mark``.
  let mark: String?
  let group: String?
  /// The number of level-1 headings above it, and the lower heading below them.
  let place: (list: Int, section: String?)
  /// The number of its ancestors.
  let depth: Int
  /// Whether it has no box.
  let isPlain: Bool
  /// The column of its content.
  let column: Int
  /// The first paragraph of the item up to a hard line break, the lines joined.
  private(set) var title: [UInt8] = []
  /// The rest of its content, as written.
  private(set) var notes: [UInt8] = []
  private(set) var isTitleWhole = false

  mutating func addTitle(_ line: MarkdownLine) {
    if isTitleWhole {
      // A backslash is a line break only if another line follows.
      if notes.isEmpty, title.last == UInt8(ascii: "\\") { title.removeLast() }
      return addNote(line, after: 0)
    }
    if !title.isEmpty { title.append(.space) }
    isTitleWhole = line.isHardBreak
    title += line.content.prefix(max(Self.mostBytes - title.count, 0))
  }

  /// - Parameter blanks: the number of blank lines before the line.
  mutating func addNote(_ line: MarkdownLine, after blanks: Int) {
    guard notes.count < Self.mostBytes else { return }
    if !notes.isEmpty { notes += Array(repeating: .lineFeed, count: min(blanks, Self.mostBytes) + 1) }
    notes += Array(repeating: .space, count: min(max(line.indent - column, 0), 64))
    notes += line.content.prefix(Self.mostBytes)
  }

  /// More than notes can have, so that it is noticed, and room for the marks that are taken off.
  private static let mostBytes = 2 * Limits.notesBytes
}

/// The checkbox of a task list item: `[x] Call the plumber`.
struct MarkdownBox {
  /// The status that the mark stands for; open for a mark of an app's own.
  let status: ItemStatus
  /// A mark of an app's own, such as `>` for a task that was put off.
  private(set) var mark: String?
  /// In bytes.
  let length: Int

  init?(_ item: Bytes) {
    guard item.first == UInt8(ascii: "["), let end = item.prefix(16).firstIndex(of: UInt8(ascii: "]")),
      item[end...].dropFirst().first?.isSpace ?? true
    else { return nil }
    let mark = item[..<end].dropFirst()
    length = mark.count + 2
    switch mark.first {
    case UInt8.space where mark.count == 1, UInt8.tab where mark.count == 1: status = .open(percent: 0)
    case UInt8(ascii: "x") where mark.count == 1, UInt8(ascii: "X") where mark.count == 1: status = .done(nil)
    case UInt8(ascii: "-") where mark.count == 1: status = .cancelled
    // A number is a footnote or a reference.
    case let first? where !first.isDigit && !first.isSpace && mark.text.count == 1:
      status = .open(percent: 0)
      self.mark = mark.text
    case _: return nil
    }
  }
}
