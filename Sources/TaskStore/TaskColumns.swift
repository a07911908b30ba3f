import GRDB
import Tasks

/// Each field of a task is stored in a column of its name.
extension TaskField {
  /// The columns of all fields, as a statement lists them. `TaskDraft.init(_:at:)` reads them.
  /// - Parameter prefix: the qualifier of each name, such as `t.`.
  static func columns(_ prefix: String = "") -> String { all.map { prefix + $0.name }.joined(separator: ", ") }

  /// The column in a ``Patch``.
  var column: Patch.Column { Patch.Column(self) }

  /// The field's index in ``columns(_:)``.
  fileprivate var place: Int { Self.all.firstIndex(of: self) ?? 0 }
}

extension TaskDraft {
  func stored(_ field: TaskField) -> Stored {
    switch field {
    case .title: .text(title)
    case .notes: notes.isEmpty ? .null : .text(notes)
    case .due: due.map { .text($0.iso) } ?? .null
    case .time: time.map { .text($0.description) } ?? .null
    case .start: start.map { .text($0.iso) } ?? .null
    case .repeats: repeats.map { .text($0.description) } ?? .null
    case .tags: tags.isEmpty ? .null : .text(tags.text)
    case .priority: .integer(Int64(priority.rawValue))
    }
  }

  /// The size of the texts that count towards the quota. Triggers count the same.
  var bytes: Int {
    TaskField.all.map { field in
      switch field.control {
      case .line, .text, .words: self[field].utf8.count
      case .day, .time, .choice, .recurrence: 0
      }
    }.reduce(0, +)
  }

  /// Reads the fields from a row.
  /// - Parameter first: the index of the first of `TaskField.columns(_:)`.
  init(_ row: Row, at first: Int = 0) throws {
    self.init(
      title: row[first + TaskField.title.place], notes: row[first + TaskField.notes.place] ?? "",
      due: try row.day(first + TaskField.due.place), time: row.time(first + TaskField.time.place),
      repeats: row.recurrence(first + TaskField.repeats.place), start: try row.day(first + TaskField.start.place),
      tags: row.tags(first + TaskField.tags.place), priority: try row.known(first + TaskField.priority.place))
  }

  /// Reads the fields from stored values; nil if any is missing that every task has.
  init?(_ values: [Patch.Column: Stored]) throws {
    guard case .text(let title) = values[.title], let due = values[.due], let priority = values[.priority] else {
      return nil
    }
    var notes = ""
    if case .text(let text) = values[.notes] { notes = text }
    self.init(
      title: title, notes: notes, due: try due.day, time: values[.time]?.time, repeats: values[.repeats]?.recurrence,
      start: try values[.start]?.day, tags: values[.tags]?.tags ?? TagSet(), priority: try priority.priority)
  }
}
