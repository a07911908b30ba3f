import StatePages
import Tasks

/// The menu of a row: the day, another list, delete.
///
/// A class, because each of its texts is read from the row: as a structure it would be copied each time.
final class TaskRowMenu: TemplateView {
  static let fields: [String: Field<TaskRowMenu>] = [
    "scheduleAction": .address { TaskFlow.action(.task($0.task, .schedule)) },
    "quick": .view(\.quick),
    "day": .text { $0.isWithEditForm ? FormField.day : FormField.due },
    "undated": .flag(\.isUndated),
    "destinationsHref": .address(\.destinationsHref),
    "skipAction": .address { TaskFlow.action(.task($0.task, .skip)) },
    "skipFrom": .text { $0.skipFrom ?? "" },
    "skipTo": .optional(\.skipTo),
    "newSubtaskHref": .optionalAddress(\.newSubtaskHref),
    "deleteAction": .address { TaskFlow.action(.task($0.task, .delete)) },
  ]
  private let task: TaskID
  private let quick: QuickDates?
  private let destinationsHref: String
  /// The current date of a repeating task.
  private let skipFrom: String?
  /// The next date of a repeating task; nil if there is none.
  private let skipTo: String?
  /// Whether the form of a task is sent along, which has a date of its own.
  private let isWithEditForm: Bool
  /// The field for a new step; nil on the last level.
  private let newSubtaskHref: String?

  /// Whether the row offers dates itself, since words of one were not understood.
  private let isUndated: Bool

  /// - Parameter home: the page that the row is on, if that is not the page of its list.
  init(_ row: TaskRow, quick: QuickDays, _ days: DayPrinter, home: RowHome?, isUndated: Bool) {
    self.isUndated = isUndated
    task = row.id
    self.quick = QuickDates(quick, due: row.due)
    skipFrom = row.repeats?.current.iso
    skipTo = row.repeats?.next(skippedOn: quick.today.day).map { days.date($0.current) }
    newSubtaskHref =
      row.place.depth + 1 < Limits.subtaskLevels ? TaskFlow.address(after: .startedAddingSubtasks(to: row.id)) : nil
    isWithEditForm = home?.hasEditForm == true
    // From the step that shows the task; the overview for the page of its list.
    let step = home.flatMap { TaskFlow.origin(at: $0.address) } ?? .overview()
    destinationsHref = TaskFlow.address(after: .openedDestinations(row.id), at: step)
  }
}
