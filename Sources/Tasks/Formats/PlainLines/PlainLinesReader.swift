/// Reads plain text with one task per line, such as pasted notes. Marks of list items are taken off; indented lines are nested tasks.
enum PlainLinesReader {
  /// Whether it is an outline, as TaskPaper writes it: all lines have a bullet, or are headings that end with a colon.
  static func recognises(_ text: Bytes) -> Bool {
    var bullets = 0
    for line in Lines(text) {
      let content = line.trimmed
      let hasBullet = content.first == UInt8(ascii: "-") && content.dropFirst().first == .space
      if hasBullet { bullets += 1 }
      guard hasBullet || content.isEmpty || content.last == UInt8(ascii: ":") else { return false }
    }
    return bullets > 0
  }

  static func read(_ text: Bytes, into empty: ImportBuilder) throws(UnreadableList) -> PortableFile {
    var builder = empty
    // The indentation of the previous line and of those that contain it.
    var open: [Int] = []
    for line in Lines(text) {
      let content = line.trimmed
      if content.isEmpty { continue }
      let indent = MarkdownLine(line).indent
      while let last = open.last, last >= indent { open.removeLast() }
      var item = ReadItem()
      item.depth = open.count
      let written = content.beginning(bytes: Limits.notesBytes * 2).text
      if ListMark.isChecked(written) { item.status = .done(nil) }
      let marks = TitleMarks(Array(ListMark.removed(from: written).utf8)[...])
      item.take(title: marks.bytes)
      marks.set(&item)
      try builder.add(item)
      open.append(indent)
    }
    return builder.file(.lines)
  }
}
