/// Reads plain text with one task per line, such as pasted notes. Marks of list items are taken off; indented lines are nested tasks.
enum PlainLinesReader {
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
      item.take(title: Array(ListMark.removed(from: written).utf8)[...])
      try builder.add(item)
      open.append(indent)
    }
    return builder.file(.lines)
  }
}
