import Foundation

/// Reads a project of Todoist as a CSV template: rows of tasks, sections and comments.
struct TodoistReader {
  private let columns: Columns
  private var builder: ImportBuilder
  private let today: Day
  private var section: String?
  /// The last task, to which comments may follow.
  private var task: ReadItem?

  /// Whether a table has the columns of a template.
  static func recognises(_ table: CSVTable) -> Bool { Columns(table) != nil }

  static func read(_ table: CSVTable, _ context: ImportContext) throws(UnreadableList) -> PortableFile {
    guard let columns = Columns(table) else { throw .unknown }
    var reader = TodoistReader(columns: columns, builder: ImportBuilder(context), today: context.today)
    try reader.builder.begin(ReadListHead(name: context.fileName.flatMap(ImportedName.ofProject)))
    for row in table.rows { try reader.take(Row(cells: row, columns: columns)) }
    try reader.finishTask()
    return reader.builder.file(.todoist)
  }

  private init(columns: Columns, builder: ImportBuilder, today: Day) {
    (self.columns, self.builder, self.today) = (columns, builder, today)
  }

  private mutating func take(_ row: Row) throws(UnreadableList) {
    switch row.text(columns.type).lowercased() {
    case "task":
      try finishTask()
      task = item(row)
    case "section":
      try finishTask()
      section = ItemText.name(row[columns.content])
      addDescription(row[columns.description])
    case "note": addComment(row[columns.content])
    case "project_note": addDescription(row[columns.content])
    case "meta", "": break
    case _: builder.remark(.unreadable, title: row.text(columns.content))
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
    do {
      return try JSONValue(checking: json).members["file_name"]?.string
    } catch {
      return nil
    }
  }

  private func item(_ row: Row) -> ReadItem {
    var item = ReadItem()
    takeContent(row[columns.content], to: &item)
    item.take(notes: row[columns.description])
    item.group = section
    switch row.text(columns.priority) {
    case "1": item.priority = .high
    case "2": item.priority = .medium
    case "3": item.priority = .low
    case "4", "": break
    case let other: item.remark(.other, "PRIORITY: \(other)")
    }
    let indent = row[columns.indent]
    item.depth = max((indent.number ?? 1) - 1, 0)
    if !indent.isEmpty, indent.number == nil { item.remark(.other, "INDENT: \(indent.text)") }
    takeDates(row, to: &item)
    if !row[columns.responsible].isEmpty { item.remark(.person, row.text(columns.responsible)) }
    for (index, name) in columns.others where !row[index].isEmpty { item.remark(.other, "\(name): \(row.text(index))") }
    if !row[columns.duration].isEmpty, !row[columns.duration].equals("none") {
      item.remark(.duration, "\(row.text(columns.duration)) \(row.text(columns.durationUnit))")
    }
    return item
  }

  /// Labels are words with an `@` at the ends of the content, which is Markdown. A star before it marks a task without a box.
  private func takeContent(_ content: Bytes, to item: inout ReadItem) {
    var rest = content.trimmed
    var labels: [Bytes] = []
    while let space = rest.lastIndex(where: \.isSpace), labels.count < Limits.remoteTags {
      let word = rest[(space + 1)...]
      guard word.count > 1, word.first == UInt8(ascii: "@") else { break }
      labels.append(word.dropFirst())
      rest = rest[..<space].trimmed
    }
    if rest.begins(with: "* ") { rest = rest.dropFirst(2).trimmed }
    while let space = rest.firstIndex(where: \.isSpace), rest.first == UInt8(ascii: "@"),
      labels.count < Limits.remoteTags
    {
      let word = rest[..<space]
      if word.count > 1 { item.add(tag: ItemText.tag(word.dropFirst())) }
      rest = rest[space...].trimmed
    }
    for label in labels.reversed() { item.add(tag: ItemText.tag(label)) }
    let hasLink = zip(rest, rest.dropFirst()).contains { $0 == UInt8(ascii: "]") && $1 == UInt8(ascii: "(") }
    guard hasLink else { return item.take(title: rest) }
    let text = MarkdownText(rest.beginning(bytes: Limits.notesBytes))
    item.take(title: text.plain)
    item.append(notes: ItemText.notes(Array(text.links.joined(separator: [.lineFeed]))[...]))
  }

  private func takeDates(_ row: Row, to item: inout ReadItem) {
    let written = row.text(columns.date)
    if !written.isEmpty {
      if let moment = FileMoment(written), moment.offset != nil {
        item.due = moment.time
      } else if let date = TodoistDate(Self.withOrdinal(written), today: today) {
        item.due = date.time.map { .local(date.day, $0) } ?? .day(date.day)
        item.repeats = date.repeats
      } else {
        item.remark(.date, written)
      }
    }
    let deadline = row.text(columns.deadline)
    if deadline.isEmpty { return }
    if item.due == nil, let date = TodoistDate(deadline, today: today), date.repeats == nil {
      item.due = .day(date.day)
    } else {
      item.remark(.deadline, "deadline: \(deadline)")
    }
  }

  /// “every 27” is “every 27th”.
  private static func withOrdinal(_ words: String) -> String {
    let parts = words.split(whereSeparator: TypedText.isSpace)
    guard parts.count == 2, ["every", "ev"].contains(parts[0].lowercased()), let day = Int(parts[1]), 1...31 ~= day
    else {
      return words
    }
    let ending = 11...13 ~= day ? "th" : [1: "st", 2: "nd", 3: "rd"][day % 10] ?? "th"
    return words + ending
  }

  /// The indices of the columns.
  private struct Columns {
    let type: Int
    let content: Int
    let description, priority, indent, responsible, date, duration, durationUnit, deadline: Int?
    /// Columns that are not known, with their names.
    let others: [(index: Int, name: String)]
    /// Columns that say nothing about the task itself.
    private static let bookkeeping: Set<String> = [
      "is_collapsed", "author", "date_lang", "deadline_lang", "timezone", "meta",
    ]

    /// Nil unless the table has the columns that all templates have.
    init?(_ table: CSVTable) {
      guard let type = table.index(of: "type"), let content = table.index(of: "content"),
        table.index(of: "indent") != nil || table.index(of: "priority") != nil
      else { return nil }
      (self.type, self.content) = (type, content)
      description = table.index(of: "description")
      priority = table.index(of: "priority")
      indent = table.index(of: "indent")
      responsible = table.index(of: "responsible")
      date = table.index(of: "date")
      duration = table.index(of: "duration")
      durationUnit = table.index(of: "duration_unit")
      deadline = table.index(of: "deadline")
      let known = [
        type, content, description, priority, indent, responsible, date, duration, durationUnit, deadline,
      ]
      others = table.columns.enumerated().filter { index, name in
        !known.contains(index) && !Self.bookkeeping.contains(name.lowercased()) && !name.isEmpty
      }.map { ($0.offset, $0.element) }
    }
  }

  /// The cells of a row, trimmed; missing ones are empty.
  private struct Row {
    let cells: [Bytes]
    let columns: Columns

    subscript(_ column: Int?) -> Bytes {
      guard let column, column < cells.count else { return [] }
      return cells[column].trimmed
    }

    func text(_ column: Int?) -> String { self[column].beginning(bytes: 4_096).text }
  }
}
