import Tasks

/// What a column of a table holds.
enum ColumnMeaning: String {
  case title, notes, list, section, depth, parent, id
  case due, dueTime, deadline, start, startTime, repeats
  case completed, status, percent
  case tags, priority, star
  case created, changed, deleted
  case zone, isAllDay, isCheckList
  /// Values that tasks don't have.
  case person, reminder, attachment, place, link, duration
  /// How the app shows its tables.
  case ignored

  /// - Parameter name: the name of the column, in any case, with any punctuation.
  init?(named name: String) {
    guard let meaning = TableWords.columns[Self.key(of: name)] else { return nil }
    self = meaning
  }

  /// A name without spaces and punctuation, in lower case.
  static func key(of name: String) -> String {
    String(decoding: name.lowercased().utf8.filter(\.isWord), as: UTF8.self)
  }

  /// Whether several columns may have it. Of others, the first one counts.
  var maySeveral: Bool { remark != nil || [.notes, .tags, .list, .ignored, .completed, .status].contains(self) }

  /// Why its values are left out; nil if they are not.
  var remark: ImportRemark.Reason? {
    switch self {
    case .person, .reminder, .attachment, .place, .link, .duration: ImportRemark.Reason(rawValue: rawValue)
    case _: nil
    }
  }

  /// Whether its values are dates.
  var isDate: Bool { [.due, .deadline, .start, .completed, .created, .changed].contains(self) }
}

/// The words of tables in many apps, by what they are about, from `table-words.tsv`.
enum TableWords {
  static let columns = table("column", ColumnMeaning.init(rawValue:))
  /// The names of columns with lists, the nearest one first.
  static let lists = lines.first { $0.starts(with: ["column", "list"]) }.map(names) ?? []
  static let ends = table("end", TableValue.End.init(rawValue:))
  static let priorities = table("priority") { Priority(name: $0) }

  static let lines = EmbeddedTexts.table_words_tsv.split(separator: "\n")
    .filter { !$0.hasPrefix("#") }.map { $0.split(separator: "\t").map(String.init) }

  private static func table<Value>(_ kind: String, _ value: (String) -> Value?) -> [String: Value] {
    lines.reduce(into: [:]) { table, line in
      guard line[0] == kind, let value = value(line[1]) else { return }
      for name in names(line) { table[name] = value }
    }
  }

  private static func names(_ line: [String]) -> [String] {
    line[2].split(separator: " ").map { String($0.replacing("_", with: " ")) }
  }
}
