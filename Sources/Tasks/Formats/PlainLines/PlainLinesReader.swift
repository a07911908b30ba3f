/// Reads plain text with one task per line, such as pasted notes. Marks of list items are taken off; indented lines are nested tasks.
enum PlainLinesReader {
  /// Whether it is an outline, as TaskPaper writes it: more lines have a bullet than have a mark of todo.txt and none. Headings end with
  /// a colon, and notes are indented.
  static func recognises(_ text: Bytes) -> Bool {
    var (bullets, marked) = (0, 0)
    for line in Lines(text) {
      let content = line.trimmed
      if ListMark.hasBullet(content.beginning(bytes: 12).text) {
        bullets += 1
      } else if line.first?.isSpace == false, content.last != UInt8(ascii: ":"), TodoTxtLine(content).isMarked {
        marked += 1
      }
    }
    return bullets > marked
  }

  /// - Parameter hasNotes: whether an indented line without a bullet is a note. Else every line is a task.
  static func read(_ text: Bytes, hasNotes: Bool, into empty: ImportBuilder) throws(UnreadableList) -> PortableFile {
    var builder = empty
    var (above, notes): (ReadItem?, [String]) = (nil, [])
    func add() throws(UnreadableList) {
      guard var item = above else { return }
      item.append(notes: ItemText.notes(Array(notes.joined(separator: "\n").utf8)[...]))
      try builder.add(item)
      notes = []
    }
    // The indentation of the previous line and of those that contain it.
    var open: [Int] = []
    for line in Lines(text) {
      let content = line.trimmed
      let written = content.beginning(bytes: Limits.notesBytes * 2).text
      if content.isEmpty || ListMark.isAlone(written) { continue }
      // The headings of Org have a star for each level.
      let indent = MarkdownLine(line).indent + max(0, content.prefix { $0 == UInt8(ascii: "*") }.count - 1)
      if var item = above, let planning = PlanningLine(written) {
        planning.set(&item)
        above = item
        continue
      }
      if hasNotes, let place = open.last, indent > place, !ListMark.hasBullet(written), !written.hasSuffix(":") {
        notes.append(written)
        continue
      }
      try add()
      while let last = open.last, last >= indent { open.removeLast() }
      var item = ReadItem()
      item.depth = open.count
      if ListMark.isChecked(written) { item.status = .done(nil) }
      let text = ListMark.removed(from: written)
      let keyword = ListMark.hasBullet(written) ? TaskKeyword(text) : nil
      if let keyword { item.take(keyword) }
      let marks = TitleMarks(Array((keyword?.rest ?? text[...]).utf8)[...])
      item.take(title: marks.bytes)
      marks.set(&item)
      above = item
      open.append(indent)
    }
    try add()
    return builder.output(.lines)
  }
}
