import StatePages
import Tasks

/// The menu of a row: the usual days, delete, and the way to its full menu.
///
/// A class, because each of its texts is read from the row: as a structure it would be copied each time.
final class TaskRowMenu: TemplateView {
  static let fields: [String: Field<TaskRowMenu>] = [
    "scheduleAction": .form { .task($0.task, .schedule) },
    "quick": .view(\.quick),
    "day": .text { $0.isWithEditForm ? FormField.day : FormField.due },
    "undated": .flag(\.isUndated),
    "menuAction": .form { .task($0.task, .menu) },
    "deleteAction": .form { .task($0.task, .delete) },
  ]
  private let task: TaskID
  private let quick: QuickDates?
  /// Whether the form of a task is sent along, which has a date of its own.
  private let isWithEditForm: Bool
  /// Whether the row offers dates itself, since words of one were not understood.
  private let isUndated: Bool

  /// - Parameter home: the page that the row is on, if that is not the page of its list.
  init(_ row: TaskRow, quick: QuickDays, home: RowHome?, isUndated: Bool) {
    self.isUndated = isUndated
    task = row.id
    self.quick = QuickDates(quick, due: row.due)
    isWithEditForm = home?.hasEditForm == true
  }
}
