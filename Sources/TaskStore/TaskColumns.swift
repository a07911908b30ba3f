import GRDB
import Tasks

/// Each field of a task is stored in a column of its name.
extension TaskField {
  /// The names of all columns, as a statement that inserts lists them.
  static let columns = all.map(\.name).joined(separator: ", ")

  /// The values of all columns, as a statement that selects lists them. `TaskDraft.init(_:at:)` reads them.
  /// - Parameter table: the table's name in the statement.
  static func columns(of table: String) -> String { all.map { $0.value(of: table) }.joined(separator: ", ") }

  /// An account counts as the assignee while it is a member of the list. So nothing is to be written when it leaves, nor by the undo of that.
  private func value(of table: String) -> String {
    self == .assignee
      ? "(SELECT z.account FROM memberships z WHERE z.account = \(table).assignee AND z.list = \(table).list)"
      : "\(table).\(name)"
  }

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
    case .reminders: reminders.isEmpty ? .null : .text(reminders.description)
    case .assignee: if case .account(let id) = assignee { .integer(id.value) } else { .null }
    }
  }

  /// The size of the texts that count towards the quota. Triggers count the same.
  var bytes: Int {
    TaskField.all.map { field in
      switch field.control {
      case .line, .text, .words: self[field].utf8.count
      case .day, .time, .choice, .recurrence, .reminders: 0
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
      tags: row.tags(first + TaskField.tags.place), priority: try row.known(first + TaskField.priority.place),
      assignee: row.idIfPresent(first + TaskField.assignee.place).map { .account($0) },
      reminders: row.reminders(first + TaskField.reminders.place))
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
      start: try values[.start]?.day, tags: values[.tags]?.tags ?? TagSet(), priority: try priority.priority,
      assignee: values[.assignee]?.number.map { .account(AccountID($0)) },
      reminders: values[.reminders]?.reminders ?? ReminderSet())
  }
}
