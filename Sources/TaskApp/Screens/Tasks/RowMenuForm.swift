import StatePages
import StateViews
import TaskStore
import Tasks

/// The row of a page that was pressed last: where it stays in the window, and its sheet if that was asked for.
struct PressedRow: Sendable {
  let anchor: RowAnchor
  var menu: RowMenuForm?
}

/// The sheet of a row: what can be set of its task but texts, each by one press. A page has at most one, of the row that asked for it. A
/// piece, since a row that has a list of choices in itself can't be compiled.
struct RowMenuForm: Piece {
  static let template = "components/row-form"
  static let fields: [String: Field<RowMenuForm>] = [
    "action": .form { .task($0.task.id, .edit) },
    "label": .text { ShortText.of($0.task.title) },
    "doneHref": .link(\.step.closingMenu),
    "returnTo": .text(\.step.text),
    "top": .optional { $0.step.rowAnchor?.top.map { String($0) } },
    "version": .text { $0.task.version.description },
    "dueDay": .text { $0.task.due?.iso ?? "" },
    "commonTags": .rows(\.tags), "hasCommonTags": .flag { !$0.tags.isEmpty },
    "priorities": .rows { Choice.priorities($0.task.priority) },
    "lists": .rows { Choice.lists($0.lists, $0.task.list) },
    "wasList": .text { $0.task.list.description },
    "quickDays": .view(\.quick),
    "deleteAction": .form { .task($0.task.id, .delete) },
    "skipAction": .form { .task($0.task.id, .skip) },
    "skipFrom": .text { $0.task.repeats?.current.iso ?? "" },
    "skipTo": .optional(\.skipTo), "newSubtaskHref": .optionalLink(\.newSubtaskHref),
  ]
  private let task: TaskDetail
  private let lists: [ListChoice]
  private let tags: [Choice]
  private let quick: QuickDates
  /// The next date of a repeating task; nil if there is none.
  private let skipTo: String?
  /// The field for a new step; nil on the last level.
  private let newSubtaskHref: TaskStep?
  private let step: TaskStep

  /// - Parameters:
  ///   - tags: the account's most used tags.
  ///   - step: the step whose page has the row, at that row.
  init(_ task: TaskDetail, lists: [ListChoice], tags: [Tag], at step: TaskStep, for look: DisplaySettings) {
    (self.task, self.lists, self.tags) = (task, lists, Choice.tags(of: task.tags, tags))
    quick = QuickDates(look, due: task.due)
    skipTo = task.repeats?.next(skippedOn: look.today).map { DayPrinter(look).date($0.current) }
    newSubtaskHref = task.parents.count + 1 < Limits.subtaskLevels ? .task(task.id, at: .newSubtask) : nil
    self.step = step
  }
}

extension PressedRow {
  /// The row of a step that was pressed last. A task that is gone or completed meanwhile has no menu.
  init?(at step: TaskStep?, for request: SignedInRequest) async throws(Failure) {
    guard let step, let anchor = step.rowAnchor else { return nil }
    self.init(anchor: anchor)
    guard anchor.showsMenu else { return }
    let header = try await request.store.ifThere { store in try await store.taskHeader(anchor.task) }
    guard let header, header.task.done == nil, !header.task.isFollowed else { return }
    let tags = try await request.store.commonTags()
    menu = RowMenuForm(header.task, lists: header.choices, tags: tags, at: step, for: request.look)
  }
}
