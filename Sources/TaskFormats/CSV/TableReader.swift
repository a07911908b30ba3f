import Foundation
import Tasks

/// Reads tables of tasks: the app's own, and those of other apps, by the usual names of their columns (``ColumnMeaning``).
struct TableReader {
  private let columns: TableColumns
  private let context: ImportContext
  private let order: DateOrder
  private var rows: [TableRow] = []
  /// The rows by their identifiers, and by their titles, by which some apps name parents.
  private var places: [Bytes: Int] = [:]
  private var titles: [Bytes: Int] = [:]

  /// Whether a table has a title and another column of a task.
  static func recognises(_ names: [String]) -> Bool { TableColumns(names).isOfTasks }

  static func read(_ table: CSVTable, _ context: ImportContext) throws(UnreadableList) -> PortableFile {
    let columns = TableColumns(table.columns)
    let dates = WrittenDates(table, columns)
    var reader = TableReader(
      columns: columns, context: context, order: context.choices.dateOrder ?? dates.order ?? context.choices.usualOrder)
    for row in table.rows { try reader.parse(row) }
    var file = try reader.file()
    file.questions.ambiguousDate = dates.question
    return file
  }

  private init(columns: TableColumns, context: ImportContext, order: DateOrder) {
    (self.columns, self.context, self.order) = (columns, context, order)
  }

  private mutating func parse(_ cells: [Bytes]) throws(UnreadableList) {
    guard rows.count < context.limits.tasks else { throw .tooManyTasks }
    let row = TableRow(cells, columns, order, in: context)
    let place = rows.count
    if let id = row.id, places[id] == nil { places[id] = place }
    if let title = row.title, titles[title] == nil { titles[title] = place }
    rows.append(row)
    for subtask in row.subtasks {
      guard rows.count < context.limits.tasks else { throw .tooManyTasks }
      rows.append(TableRow(subtask: subtask, of: place))
    }
  }

  private mutating func file() throws(UnreadableList) -> PortableFile {
    let parents = rows.indices.map { index in parent(of: index) }
    var builder = ImportBuilder(context)
    var order: [String] = []
    var lists: [String: [ReadItem]] = [:]
    // Subtasks are in the list of their task, whose name some apps leave out of their rows.
    var list = ""
    for (index, depth) in TaskHierarchy(parents: parents).places {
      if depth == 0 { list = rows[index].list }
      if lists[list] == nil { order.append(list) }
      var item = rows[index].item
      item.depth += depth
      lists[list, default: []].append(item)
    }
    for name in order {
      try builder.begin(PortableList(name: ItemText.name(Array(name.utf8)[...]) ?? context.fileName))
      for item in lists[name] ?? [] { try builder.add(item) }
    }
    return builder.output(.table)
  }

  /// The row that a row names as its parent. A parent that is not in the table is a remark.
  private mutating func parent(of index: Int) -> Int? {
    if let parent = rows[index].parentPlace { return parent }
    guard let name = rows[index].parent else { return nil }
    if let place = places[name] ?? titles[name], place != index { return place }
    rows[index].item.remark(.relation, name.beginning(bytes: 200).text)
    return nil
  }
}

struct TableColumns {
  private(set) var meanings: [ColumnMeaning?] = []
  let names: [String]
  let scale: PriorityScale
  /// Whether it is the app's own table, or has its columns.
  let isOwn: Bool

  init(_ names: [String]) {
    self.names = names
    scale = PriorityScale(names)
    isOwn = Set(names).isSuperset(of: ["depth", "uid"])
    var seen: Set<ColumnMeaning> = []
    let found = names.map(ColumnMeaning.init(named:))
    let titles = zip(names, found).filter { $1 == .title }.map { $0.0.lowercased() }
    for (name, meaning) in zip(names, found) {
      var meaning = meaning
      // Beside a title, a content is notes; a deadline alone is the due date.
      if meaning == .title, titles.count > 1, ["content", "summary", "inhalt"].contains(name.lowercased()) {
        meaning = .notes
      }
      if meaning == .deadline, !found.contains(.due) { meaning = .due }
      guard let known = meaning, seen.insert(known).inserted || known.maySeveral else {
        meanings.append(nil)
        continue
      }
      meanings.append(meaning)
    }
  }

  /// Whether there are a title and something else of a task.
  var isOfTasks: Bool {
    let others = meanings.contains { meaning in
      meaning.map { $0.remark == nil && ![.title, .ignored, .id, .created, .changed].contains($0) } ?? false
    }
    return meanings.contains(.title) && others
  }
}

/// The dates in the cells of a table, of which some may tell the order of days and months.
private struct WrittenDates {
  private var proven: Set<DateOrder> = []
  private var ambiguous: String?

  init(_ table: CSVTable, _ columns: TableColumns) {
    let places = columns.meanings.indices.filter { columns.meanings[$0]?.isDate ?? false }
    for row in table.rows {
      for place in places where place < row.count && row[place].count >= 6 {
        guard let date = WrittenDate(row[place], .dayFirst) else { continue }
        if let order = date.provenOrder { proven.insert(order) }
        if date.isAmbiguous, ambiguous == nil { ambiguous = row[place].trimmed.text }
      }
    }
  }

  /// The order that the dates prove.
  var order: DateOrder? { proven.count == 1 ? proven.first : nil }
  /// A date whose order is not known.
  var question: String? { order == nil ? ambiguous : nil }
}
