package import Tasks

/// Writes tasks as Markdown check lists (CommonMark with the task list items of GitHub). Lists and sections are headings, notes are
/// paragraphs under their task. The trash is left out.
package struct MarkdownWriter: ListWriter {
  /// The bytes that were written and not taken yet.
  package var bytes: [UInt8] = []
  private var section: String?
  /// The sections of the list whose headings were not written yet.
  private var headings: ArraySlice<String> = []
  private var hasText = false
  private var endsBlank = true

  package init() {}

  /// Begins a list with a heading. Its sections without tasks have headings as well.
  package mutating func begin(_ list: PortableList, role: Role) {
    end()
    section = nil
    if let name = list.name { add(heading: "# " + Self.escaped(name)) }
    headings = list.headings[...]
  }

  /// Writes the headings of the remaining sections.
  package mutating func end() {
    add(sections: headings)
    headings = []
  }

  /// Writes an item. The section of a nested task is that of its ancestor.
  package mutating func append(_ task: PortableTask, parent: String?) {
    if task.deleted != nil { return }
    if task.depth == 0, task.section != section {
      section = task.section
      if let section {
        if let place = headings.firstIndex(of: section) {
          add(sections: headings[..<place])
          headings = headings[(place + 1)...]
        }
        add(sections: [section])
      }
    }
    let indent = String(repeating: "  ", count: task.depth)
    add(indent + (task.completed == nil ? "- [ ] " : "- [x] ") + Self.escapedTitle(task.draft.title))
    if task.draft.notes.isEmpty { return }
    // A blank line divides the notes from the title.
    add("")
    for line in task.draft.notes.split(separator: "\n", omittingEmptySubsequences: false) {
      add(line.allSatisfy(\.isWhitespace) ? "" : indent + "  " + Self.escapedLine(line))
    }
  }

  private mutating func add(sections: ArraySlice<String>) {
    for section in sections { add(heading: "## " + Self.escaped(section)) }
  }

  private mutating func add(heading: String) {
    if hasText, !endsBlank { add("") }
    add(heading)
    add("")
  }

  private mutating func add(_ line: String) {
    bytes += line.utf8
    bytes.append(.lineFeed)
    (hasText, endsBlank) = (true, line.isEmpty)
  }

  /// Text of one line without markup.
  private static func escaped(_ text: String) -> String {
    var escaped: [UInt8] = []
    for byte in text.utf8 {
      if "\\`*_[]<>&~#!".utf8.contains(byte) { escaped.append(UInt8(ascii: "\\")) }
      escaped.append(byte)
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// A title of an item: what other apps write into titles is text.
  private static func escapedTitle(_ title: String) -> String {
    var text = escaped(title)
    for tag in ["due(", "start(", "defer(", "done"] { text = text.replacing("@" + tag, with: "\\@" + tag) }
    guard text.unicodeScalars.contains(where: TitleMarks.isSign) else { return text }
    return text.unicodeScalars.map { TitleMarks.isSign($0) ? "&#\($0.value);" : String($0) }.joined()
  }

  /// A line of notes. They may be Markdown themselves, but begin no block that ends the task or contains another one.
  private static func escapedLine(_ line: Substring) -> String {
    let bytes = Array(line.replacing("\t", with: "    ").utf8)[...]
    let place = MarkdownEscape.place(in: bytes)
    guard MarkdownEscape.isNeeded(in: bytes[place...], at: place, of: bytes) else { return bytes.text }
    return (bytes[..<place] + [UInt8(ascii: "\\")] + bytes[place...]).text
  }
}
