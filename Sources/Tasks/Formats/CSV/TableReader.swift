import Foundation

/// Reads the app's own table of tasks, and others with columns of the same names.
struct TableReader {
  private let columns: [TableColumn?]
  private let names: [String]

  /// Whether a table has a title and another column of a task.
  static func recognises(_ table: CSVTable) -> Bool {
    let found = columns(of: table).compactMap(\.self)
    return found.contains(.field(.title)) && found.count > 1
  }

  static func read(_ table: CSVTable, _ context: ImportContext) throws(UnreadableList) -> PortableFile {
    let reader = TableReader(columns: columns(of: table), names: table.columns)
    var builder = ImportBuilder(context)
    var order: [String] = []
    var lists: [String: [ReadItem]] = [:]
    var count = 0
    for row in table.rows {
      guard count < context.limits.tasks else { throw .tooManyTasks }
      count += 1
      let (list, item) = reader.item(row)
      if lists[list] == nil { order.append(list) }
      lists[list, default: []].append(item)
    }
    for name in order {
      try builder.begin(ReadListHead(name: ItemText.name(Array(name.utf8)[...]) ?? context.fileName))
      for item in lists[name] ?? [] { try builder.add(item) }
    }
    return builder.file(.table)
  }

  /// The column of each name; nil for unknown ones, and for repetitions.
  private static func columns(of table: CSVTable) -> [TableColumn?] {
    var rest = Dictionary(uniqueKeysWithValues: TableColumn.all.map { ($0.name, $0) })
    return table.columns.map { rest.removeValue(forKey: $0.lowercased()) }
  }

  private func item(_ row: [Bytes]) -> (list: String, ReadItem) {
    var item = ReadItem()
    var list = ""
    var percent: Int?
    var completed: CompletedCell?
    var due: Day?
    var time: ClockTime?
    for (index, cell) in row.enumerated() where !cell.isEmpty {
      let text = cell.trimmed
      switch index < columns.count ? columns[index] : nil {
      case .list?: list = text.beginning(bytes: Limits.listNameBytes).text
      case .section?: item.group = ItemText.name(text)
      case .depth?: item.depth = max(text.number ?? 0, 0)
      case .field(.title)?: item.take(title: text)
      case .field(.notes)?: item.take(notes: cell)
      case .field(.due)?:
        due = Day(iso: text.prefix(11).text)
        if due == nil { item.remark(.date, text.text) }
      case .field(.time)?:
        time = ClockTime(text.prefix(100).text)
        if time == nil { item.remark(.date, text.text) }
      case .field(.start)?:
        item.start = Day(iso: text.prefix(11).text).map(RemoteTime.day)
        if item.start == nil { item.remark(.date, text.text) }
      case .field(.repeats)?:
        item.repeats = Recurrence(text.prefix(200).text)
        if item.repeats == nil { item.remark(.rule, text.text) }
      case .field(.tags)?:
        for word in text.split(whereSeparator: { $0.isSpace || $0 == UInt8(ascii: ",") }) {
          item.add(tag: ItemText.tag(word))
        }
      case .field(.priority)?:
        let priority = Priority(name: String(decoding: text.prefix(20).map(\.lowercased), as: UTF8.self))
        if let priority { item.priority = priority } else { item.remark(.other, text.text) }
      case .percent?: percent = text.number
      case .created?: item.created = FileMoment(text.prefix(64).text)?.date
      case .changed?: item.changed = FileMoment(text.prefix(64).text)?.date
      case .completed?: completed = CompletedCell(text)
      case .deleted?: item.deleted = FileMoment(text.prefix(64).text)?.date
      case .uid?: item.identifier = text
      case nil: item.remark(.other, "\(index < names.count ? names[index] : ""): \(text.text)")
      }
    }
    item.due = due.map { RemoteTime($0, time) }
    item.zone = due == nil ? nil : time?.zone
    if let percent { item.status = .open(percent: min(percent, 100)) }
    if let completed { item.status = .done(completed.moment) }
    return (list, item)
  }
}

/// A moment in a cell, which may be unreadable.
private struct CompletedCell {
  let moment: RemoteTime?

  init(_ text: Bytes) {
    moment = FileMoment(text.prefix(64).text).map { .moment($0.date) }
  }
}
