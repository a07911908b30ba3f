import Foundation
import Tasks

/// Reads a project of Todoist as a CSV template: rows of tasks, sections and comments.
struct TodoistReader {
  private let columns: [String: Int]
  private var builder: ImportBuilder
  private let today: Day
  private var section: String?
  /// The last task, to which comments may follow.
  private var task: ReadItem?

  /// Whether a table has the columns of a template.
  static func recognises(_ table: CSVTable) -> Bool {
    let columns = columns(table)
    return columns["type"] != nil && columns["content"] != nil
      && (columns["indent"] != nil || columns["priority"] != nil)
  }

  /// The indices of the columns by their names.
  private static func columns(_ table: CSVTable) -> [String: Int] {
    Dictionary(table.columns.enumerated().map { ($1.lowercased(), $0) }) { first, _ in first }
  }

  static func read(_ table: CSVTable, _ context: ImportContext) throws(UnreadableList) -> PortableFile {
    let columns = columns(table)
    var reader = TodoistReader(columns: columns, builder: ImportBuilder(context), today: context.today)
    try reader.builder.begin(PortableList(name: context.fileName.flatMap(ImportedName.ofProject)))
    for row in table.rows { try reader.parse(Row(cells: row, columns: columns)) }
    try reader.finishTask()
    return reader.builder.output(.todoist)
  }

  private init(columns: [String: Int], builder: ImportBuilder, today: Day) {
    (self.columns, self.builder, self.today) = (columns, builder, today)
  }

  private mutating func parse(_ row: Row) throws(UnreadableList) {
    switch row.text("type").lowercased() {
    case "task":
      try finishTask()
      task = item(row)
    case "section":
      try finishTask()
      section = ItemText.name(row["content"])
      addDescription(row["description"])
    case "note": addComment(row["content"])
    case "project_note": addDescription(row["content"])
    case "meta", "": break
    case _: builder.remark(.unreadable, title: row.text("content"))
    }
  }

  private mutating func finishTask() throws(UnreadableList) {
    if let task { try builder.add(task) }
    task = nil
  }

  private mutating func addDescription(_ text: Bytes) {
    if !text.isEmpty { builder.remark(.description, title: section ?? "", value: text.beginning(bytes: 1_000).text) }
  }

  /// An attached file is at the end of a comment: `See this [[file {"file_name":"a.png"}]]`.
  private mutating func addComment(_ text: Bytes) {
    guard task != nil else { return addDescription(text) }
    let mark = Array("[[file ".utf8)
    guard let start = text.firstRange(of: mark)?.lowerBound else {
      task?.remark(.comment, text.text)
      return
    }
    let comment = text[..<start].trimmed
    if !comment.isEmpty { task?.remark(.comment, comment.text) }
    let rest = text[(start + mark.count)...]
    let end = rest.firstRange(of: Array("]]".utf8))?.lowerBound ?? rest.endIndex
    task?.remark(.attachment, Self.fileName(rest[..<end]) ?? "")
  }

  private static func fileName(_ json: Bytes) -> String? {
    do { return try JSONValue(checking: json).members["file_name"]?.string } catch { return nil }
  }

  private func item(_ row: Row) -> ReadItem {
    var item = ReadItem()
    takeContent(row["content"], to: &item)
    item.parse(notes: row["description"])
    item.group = section
    switch row.text("priority") {
    case "1": item.draft.priority = .high
    case "2": item.draft.priority = .medium
    case "3": item.draft.priority = .low
    case "4", "": break
    case let other: item.remark(.other, "PRIORITY: \(other)")
    }
    let indent = row["indent"]
    item.depth = max((indent.number ?? 1) - 1, 0)
    if !indent.isEmpty, indent.number == nil { item.remark(.other, "INDENT: \(indent.text)") }
    takeDates(row, to: &item)
    if !row["responsible"].isEmpty { item.remark(.person, row.text("responsible")) }
    for name in columns.keys.sorted() where !Self.known.contains(name) && !row[name].isEmpty {
      item.remark(.other, "\(name.uppercased()): \(row.text(name))")
    }
    if !row["duration"].isEmpty, !row["duration"].equals("none") {
      item.remark(.duration, "\(row.text("duration")) \(row.text("duration_unit"))")
    }
    return item
  }

  private static let mostLabels = 16

  /// Labels are words with an `@` at the ends of the content, which is Markdown. A star before it marks a task without a box.
  private func takeContent(_ content: Bytes, to item: inout ReadItem) {
    var rest = content.trimmed
    var labels: [Bytes] = []
    while let space = rest.lastIndex(where: \.isSpace), labels.count < Self.mostLabels {
      let word = rest[(space + 1)...]
      guard word.count > 1, word.first == UInt8(ascii: "@") else { break }
      labels.append(word.dropFirst())
      rest = rest[..<space].trimmed
    }
    if rest.begins(with: "* ") { rest = rest.dropFirst(2).trimmed }
    while let space = rest.firstIndex(where: \.isSpace), rest.first == UInt8(ascii: "@"),
      labels.count < Self.mostLabels
    {
      let word = rest[..<space]
      if word.count > 1 { item.add(tag: ItemText.tag(word.dropFirst())) }
      rest = rest[space...].trimmed
    }
    for label in labels.reversed() { item.add(tag: ItemText.tag(label)) }
    let hasLink = zip(rest, rest.dropFirst()).contains { $0 == UInt8(ascii: "]") && $1 == UInt8(ascii: "(") }
    guard hasLink else { return item.parse(title: rest) }
    let text = MarkdownText(rest.beginning(bytes: Limits.notesBytes))
    item.parse(title: text.plain)
    item.append(notes: ItemText.notes(Array(text.links.joined(separator: [.lineFeed]))[...]))
  }

  private func takeDates(_ row: Row, to item: inout ReadItem) {
    let written = row.text("date")
    if !written.isEmpty {
      if let moment = FileMoment(written), moment.offset != nil {
        item.due = moment.time
      } else if let date = TodoistDate(Self.withOrdinal(written), today: today, language: row.text("date_lang")) {
        item.due = date.time.map { .local(date.day, $0) } ?? .day(date.day)
        item.repeats = date.repeats
      } else {
        item.remark(.date, written)
      }
    }
    let deadline = row.text("deadline")
    if deadline.isEmpty { return }
    if item.due == nil, let date = TodoistDate(deadline, today: today, language: row.text("deadline_lang")),
      date.repeats == nil
    {
      item.due = .day(date.day)
    } else {
      item.remark(.deadline, "deadline: \(deadline)")
    }
  }

  /// “every 27” is “every 27th”.
  private static func withOrdinal(_ words: String) -> String {
    let parts = words.split(whereSeparator: TypedText.isSpace)
    guard parts.count == 2, ["every", "ev"].contains(parts[0].lowercased()), let day = Int(parts[1]), 1...31 ~= day
    else { return words }
    let ending = 11...13 ~= day ? "th" : [1: "st", 2: "nd", 3: "rd"][day % 10] ?? "th"
    return words + ending
  }

  /// The columns that are read, and those that say nothing about the task itself.
  private static let known: Set<String> = [
    "type", "content", "description", "priority", "indent", "responsible", "date", "duration", "duration_unit",
    "deadline", "is_collapsed", "author", "date_lang", "deadline_lang", "timezone", "meta",
  ]

  /// The cells of a row, trimmed; missing ones are empty.
  private struct Row {
    let cells: [Bytes]
    let columns: [String: Int]

    subscript(_ name: String) -> Bytes {
      guard let column = columns[name], column < cells.count else { return [] }
      return cells[column].trimmed
    }

    func text(_ name: String) -> String { self[name].beginning(bytes: 2 * Limits.notesBytes).text }
  }
}
