/// Writes tasks as Markdown check lists (CommonMark with the task list items of GitHub). Lists and sections are headings, notes are
/// paragraphs under their task. The trash is left out.
public struct MarkdownWriter: ListWriter {
  private var bytes: [UInt8] = []
  private var section: String?
  private var hasText = false
  private var endsBlank = true

  /// Begins a file.
  public init() {}

  /// Begins a list with a heading.
  public mutating func begin(list name: String?) {
    section = nil
    if let name { add(heading: "# " + Self.escaped(name)) }
  }

  /// Writes an item. The section of a nested task is that of its ancestor.
  public mutating func append(_ task: PortableTask) {
    if task.deleted != nil { return }
    if task.depth == 0, task.section != section {
      section = task.section
      if let section { add(heading: "## " + Self.escaped(section)) }
    }
    let indent = String(repeating: "  ", count: task.depth)
    add(indent + (task.completed == nil ? "- [ ] " : "- [x] ") + Self.escaped(task.draft.title))
    if task.draft.notes.isEmpty { return }
    // A blank line divides the notes from the title.
    add("")
    for line in task.draft.notes.split(separator: "\n", omittingEmptySubsequences: false) {
      add(line.allSatisfy(\.isWhitespace) ? "" : indent + "  " + Self.escapedLine(line))
    }
  }

  /// Ends the file.
  public mutating func end() {}

  /// Removes and returns the bytes written since the last call.
  public mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// The number of bytes that were not taken yet.
  public var pendingBytes: Int { bytes.count }

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

  /// A line of notes. They may be Markdown themselves, but begin no block that ends the task or contains another one.
  private static func escapedLine(_ line: Substring) -> String {
    let indent = line.prefix { $0 == " " || $0 == "\t" }
    let rest = line.dropFirst(indent.count)
    // Deeper indentation is code.
    let space = String(indent.prefix(3).map { _ in " " })
    guard let first = rest.utf8.first else { return "" }
    let digits = rest.utf8.prefix { $0.isDigit }
    if !digits.isEmpty, digits.count < 10, let mark = rest.utf8.dropFirst(digits.count).first, ".)".utf8.contains(mark)
    {
      return space + String(rest.prefix(digits.count)) + "\\" + rest.dropFirst(digits.count)
    }
    return space + ("-+*>#=~`<|_[".utf8.contains(first) ? "\\" : "") + rest
  }
}
