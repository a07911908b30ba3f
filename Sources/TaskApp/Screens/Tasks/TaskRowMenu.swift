import StatePages
import Tasks

/// The menu of a row: the usual days, and the way to its sheet with all else. On the page of a task, the rows of its subtasks have no sheet.
///
/// A class, because each of its texts is read from the row: as a structure it would be copied each time.
final class TaskRowMenu: TemplateView {
  static let fields: [String: Field<TaskRowMenu>] = [
    "scheduleAction": .form { .task($0.task, .schedule) },
    "heading": .text(\.heading), "quick": .view(\.quick),
    "day": .text { $0.isWithEditForm ? FormField.day : FormField.due },
    "undated": .view(\.undated),
    "menuAction": .form { .task($0.task, .menu) }, "href": .link { .openTask($0.task) },
    "deleteAction": .form { .task($0.task, .delete) },
  ]
  private let task: TaskID
  private let heading: String
  private let quick: QuickDates?
  /// Whether the form of a task is sent along, which has a date of its own.
  private let isWithEditForm: Bool
  /// The dates that the row offers itself, in a form of its own, since words of one were not understood.
  let undated: UndatedOffer?

  /// - Parameter home: the page that the row is on, if that is not the page of its list.
  init(_ row: TaskRow, quick: QuickDays, home: RowHome?, undated: UndatedOffer?) {
    self.undated = undated
    (task, heading) = (row.id, ShortText.of(row.title))
    self.quick = QuickDates(quick, due: row.due)
    isWithEditForm = home?.hasEditForm == true
  }
}

/// The dates that a new row offers: the day of which its title speaks, before the usual ones.
struct UndatedOffer: TemplateView {
  static let fields: [String: Field<UndatedOffer>] = [
    "mentioned": .optional(\.mentioned?.iso),
    "mentionedDay": .text { offer in offer.mentioned.map(offer.days.weekdayAndDate) ?? "" },
  ]
  /// Nil if it names none, or one that is offered anyway.
  private let mentioned: Day?
  private let days: DayPrinter

  /// Nil if the title says nothing of a date.
  init?(_ title: String, _ context: QuickAddContext, _ quick: QuickDays, _ days: DayPrinter) {
    guard let said = TaskDraft.mentionedDate(in: title, context) else { return nil }
    self.days = days
    let usual = [quick.today.day, quick.tomorrow.day, quick.nextWeek?.day]
    if case .day(let day) = said, !usual.contains(day) { mentioned = day } else { mentioned = nil }
  }
}

/// How many subtasks of a task are done, with the button that folds or unfolds them.
struct SubtasksView: TemplateView {
  static let fields: [String: Field<SubtasksView>] = [
    "stepsDone": .numeral { $0.progress.done },
    "stepsTotal": .number { $0.progress.total },
    "foldable": .flag(\.isFoldable),
    "shown": .flag { $0.display == .shown },
    "foldAction": .form { .task($0.task, .fold) },
    "stepsHref": .optionalLink { $0.isReadOnly ? nil : .addSubtask(to: $0.task) },
  ]
  private let task: TaskID
  private let progress: SubtaskProgress
  private let display: SubtasksDisplay
  private let isFoldable: Bool
  private let isReadOnly: Bool

  /// - Parameters:
  ///   - isUsed: whether the rows are for using the tasks. While they are arranged or selected, all subtasks are shown.
  ///   - folds: whether those who may only read the list can fold subtasks as well.
  init(_ row: TaskRow, _ progress: SubtaskProgress, isUsed: Bool, folds: Bool) {
    (task, self.progress, display) = (row.id, progress, row.subtasks)
    isReadOnly = row.isReadOnly
    isFoldable = isUsed && row.subtasks != .elsewhere && (folds || !isReadOnly)
  }
}

/// The form of a new row that makes the understood words at the end of its title literal again. It is an edit of the task's text.
struct LiteralForm: TemplateView, Hashable {
  static let fields: [String: Field<LiteralForm>] = [
    "action": .form { .task($0.task, .keepAsTyped) },
    "version": .text(\.version.description), "isDated": .flag(\.isDated), "isDateOnly": .flag(\.isDateOnly),
    "short": .text { ShortText.of($0.text.title) },
  ]
  private let task: TaskID
  /// The change that added the task.
  private let version: ChangeID
  private let text: TaskDraft
  /// Whether the row has a due date.
  private let isDated: Bool
  /// Whether nothing but a due date was understood.
  private let isDateOnly: Bool

  /// Nil if nothing was understood.
  init?(_ row: TaskRow, _ notice: RowNotice) {
    guard let text = notice.literal else { return nil }
    (task, version, self.text, isDated) = (row.id, row.version, text, row.due != nil)
    isDateOnly =
      isDated && row.due != text.due && row.tags == text.tags && row.priority == text.priority
      && row.assigned == nil
  }
}
