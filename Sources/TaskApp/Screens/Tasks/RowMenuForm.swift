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
    "doneHref": .link { _ in .closeMenu },
    "returnTo": .text(\.returnTo),
    "top": .optional { $0.anchor.top.map { String($0) } },
    "version": .text { $0.task.version.description },
    "dueDay": .text { $0.task.due?.iso ?? "" },
    "commonTags": .rows(\.tags), "hasCommonTags": .flag { !$0.tags.isEmpty },
    "members": .rows { Choice.people($0.members, $0.task.text[.assignee]) }, "shared": .flag { !$0.members.isEmpty },
    "nobodys": .flag { $0.task.text.assignee == nil },
    "priorities": .rows { Choice.priorities($0.task.priority) },
    "lists": .rows { Choice.lists($0.lists, $0.task.list) },
    "wasList": .text { $0.task.list.description },
    "quickDays": .view(\.quick),
    "deleteAction": .form { .task($0.task.id, .delete) },
    "skipAction": .form { .task($0.task.id, .skip) },
    "skipFrom": .text { $0.task.repeats?.current.iso ?? "" },
    "skipTo": .optional(\.skipTo),
    "newSubtaskHref": .optionalLink { $0.hasSubtasks ? .addSubtask(to: $0.task.id) : nil },
  ]
  private let task: TaskDetail
  private let lists: [ListChoice]
  private let members: [Person]
  private let tags: [Choice]
  private let quick: QuickDates
  /// The next date of a repeating task; nil if there is none.
  private let skipTo: String?
  /// Whether it can have steps: not on the last level.
  private let hasSubtasks: Bool
  private let anchor: RowAnchor
  /// The page with the row, at that row.
  private let returnTo: String

  /// - Parameters:
  ///   - members: the members of its list; none in a list of one member.
  ///   - tags: the account's most used tags.
  ///   - colors: the colors of its tags.
  init(
    _ task: TaskDetail, members: [Person] = [], lists: [ListChoice], tags: [Tag],
    colors: TagColors = TagColors(), at anchor: RowAnchor, returningTo returnTo: String,
    for look: DisplaySettings
  ) {
    (self.task, self.members, self.lists, self.anchor, self.returnTo) = (task, members, lists, anchor, returnTo)
    self.tags = Choice.tags(of: task.tags, tags, colors)
    quick = QuickDates(look, due: task.due)
    skipTo = task.repeats?.next(skippedOn: look.today).map { DayPrinter(look).date($0.current) }
    hasSubtasks = task.parents.count + 1 < Limits.subtaskLevels
  }
}

extension PressedRow {
  /// The row that was pressed last, of the page that was requested. A task that is gone or completed meanwhile has no menu.
  init(at anchor: RowAnchor, for request: SignedInRequest) async throws(Failure) {
    self.init(anchor: anchor)
    guard anchor.showsMenu else { return }
    let header = try await request.store.ifThere { store in try await store.taskHeader(anchor.task) }
    guard let header, header.task.done == nil, !header.task.isReadOnly else { return }
    menu = RowMenuForm(
      header.task, members: header.members.map(\.person), lists: header.choices,
      tags: try await request.store.commonTags(), colors: request.reader.tagColors, at: anchor,
      returningTo: request.step.text, for: request.look)
  }
}
