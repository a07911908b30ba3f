import Foundation
import StatePages
import TaskStore
import Tasks

struct TaskRowView: Piece {
  static let template = "components/task-row"
  static let fields: [String: Field<TaskRowView>] = [
    "id": .text { $0.row.id.description },
    "title": .text(\.title),
    "marked": .pieces { $0.marked.map(MarkedRun.runs) ?? [] },
    "excerpt": .view(\.excerpt),
    // Several times in a row, and pages have hundreds of rows.
    "label": .text { ShortText.of($0.row.title, characters: 40) },
    "href": .optionalLink { $0.isPreview ? nil : .openTask($0.row.id) },
    "opened": .flag(\.isOpened),
    "copyHref": .optionalLink(\.copyHref), "readOnly": .flag(\.row.isReadOnly),
    "lastChange": .pieces { $0.row.last.map { [LastChangeView(last: $0)] } ?? [] },
    "assignee": .optional { $0.row.assigned.map { ShortText.of($0.name) } },
    "initial": .pieces { InitialView.of($0.row.assigned) },
    "done": .flag { $0.row.done != nil },
    "high": .flag { $0.row.priority == .high },
    "medium": .flag { $0.row.priority == .medium },
    "low": .flag { $0.row.priority == .low },
    "hasNotes": .flag(\.row.hasNotes),
    "reminder": .pieces { $0.row.hasReminder && $0.row.done == nil ? [ReminderMark()] : [] },
    "due": .view(\.due), "starts": .optional(\.starts),
    "recurs": .flag { $0.recurrence != nil },
    "recurrence": .pieces { $0.recurrence.map { [$0] } ?? [] },
    "tags": .pieces { row in
      row.row.tags.tags.map { TagLink(tag: $0, color: row.tagColors[$0], isLink: !row.isPreview) }
    },
    "missed": .number(upTo: Limits.missedDates - 1, \.missed),
    "anchor": .optional { $0.pressed?.anchor.top.map { String($0) } },
    "full": .pieces { $0.pressed?.menu.map { [$0] } ?? [] },
    "undo": .optionalForm { $0.notice?.undo },
    "literal": .view(\.literal),
    "toggleAction": .form { $0.row.done == nil ? .task($0.row.id, .complete) : .task($0.row.id, .reopen) },
    "selecting": .view(\.box),
    "usual": .flag { $0.box == nil && !$0.isGone && !$0.row.isReadOnly },
    "completedAt": .view(\.completedAt), "gone": .flag(\.isGone),
    "deleted": .flag { $0.notice?.state == .deleted },
    "movedTo": .optional { $0.notice?.movedTo.map { ShortText.of($0.name) } },
    "movedToHref": .link { row in .openList(row.notice?.movedTo?.list ?? row.row.list) },
    "from": .optional(\.home?.from),
    "form": .text { $0.home?.hasEditForm == true ? "edit" : "row" },
    "editing": .flag { $0.home?.hasEditForm == true },
    "listName": .optional { $0.home?.listName.map { ShortText.of($0) } },
    "listHref": .link { .openList($0.row.list) },
    "menu": .view(\.menu),
    "nested": .flag { $0.row.place.depth > 0 },
    "depth": .text { String($0.row.place.depth) },
    "level": .text { String($0.row.place.depth + 1) },
    "steps": .view(\.subtasks), "partOf": .optional(\.partOf),
  ]
  let row: TaskRow
  /// The title; empty if it is ``marked``.
  let title: String
  /// The title of a search result.
  let marked: MarkedText?
  /// What a search found in its notes.
  let excerpt: ExcerptView?
  /// When it is due, as far as the heading above doesn't say it; nil for completed tasks that don't stay among open ones.
  let due: DueView?
  /// The day on which it starts; nil if it has started, or is completed.
  let starts: String?
  /// How it repeats; nil for completed tasks.
  let recurrence: RecurrenceView?
  /// The number of dates that passed since its own one.
  let missed: Int?
  let completedAt: Moment?
  /// What was just done to the task, if anything.
  let notice: RowNotice?
  /// Where it stays in the window, and its full menu; nil for every row but the one that was pressed.
  let pressed: PressedRow?
  /// The form that restores its text as typed; nil unless words of its title were just understood.
  let literal: LiteralForm?
  /// The check box of the row; nil unless tasks are being selected.
  let box: SelectionBox?
  /// How many of its subtasks are done; nil without subtasks.
  let subtasks: SubtasksView?
  /// The title of the task that it is a subtask of, where that has no row above it.
  let partOf: String?
  /// The page that the row is on, if that is not the page of its list.
  let home: RowHome?
  private let tagColors: TagColors
  private(set) var menu: TaskRowMenu?
  /// Whether its page is beside it.
  let isOpened: Bool
  /// Whether its list is not there yet.
  let isPreview: Bool
  /// The page of its followed list where it is chosen for copying; nil elsewhere.
  let copyHref: TaskIntent?

  /// Whether the task is not on the page any more. Its row holds its place, with an undo.
  private var isGone: Bool {
    switch notice?.state {
    case .deleted, .moved: true
    case .open, .completed, nil: false
    }
  }
}

/// The page of a row that is not shown on the page of its list.
struct RowHome: Hashable, Sendable {
  /// The page, as forms tell it.
  let from: String
  /// The name of the list, if the page has rows of several.
  let listName: String?
  /// Whether the page has the form of a task. The row's buttons send that form along, with what was typed into it.
  var hasEditForm = false
}

extension TaskRowView {
  /// Whether it has a form of its own, which can't stand in another one, or a field of another form.
  fileprivate var hasForm: Bool { pressed?.menu != nil || menu?.undated != nil || box != nil }

  /// The rows of a list, in order.
  static func rows(
    _ rows: some Sequence<TaskRow>, _ states: RowStates = RowStates(), home: RowHome? = nil, for look: DisplaySettings
  ) -> [TaskRowView] {
    let printer = RowPrinter(look)
    // The level of a row that stays, of which the subtasks stay as well.
    var level: Int?
    return rows.map { row in
      if level.map({ row.place.depth <= $0 }) ?? true { level = states[row.id] == nil ? nil : row.place.depth }
      return TaskRowView(row, title: ShortText.ofRow(row.title), states, stays: level != nil, home: home, printer)
    }
  }

  /// The rows of tasks by due date, in order.
  /// - Parameters:
  ///   - from: their page, which the rows' forms return to.
  ///   - heading: the day that the heading above a task says; nil if it says none.
  static func rows(
    _ tasks: [DueTask], under heading: (DueTask) -> Day?, from: String, _ states: RowStates,
    for look: DisplaySettings
  ) -> [TaskRowView] {
    let printer = RowPrinter(look)
    return tasks.map { task in
      TaskRowView(
        task.row, title: ShortText.ofRow(task.row.title), states,
        home: RowHome(from: from, listName: task.listName), heading: heading(task), printer)
    }
  }

  /// The results of a search, in order.
  /// - Parameters:
  ///   - from: their page, which the rows' forms return to.
  ///   - namesList: whether each names its list.
  static func rows(
    _ found: some Sequence<FoundTask>, from: String, _ states: RowStates, namesList: Bool = true,
    for look: DisplaySettings
  ) -> [TaskRowView] {
    let printer = RowPrinter(look)
    return found.map { task in
      TaskRowView(
        task.row, title: "", found: task, states,
        home: RowHome(from: from, listName: namesList ? task.listName : nil), printer)
    }
  }

  private init(
    _ row: TaskRow, title: String, found: FoundTask? = nil, _ states: RowStates, stays: Bool = false, home: RowHome?,
    heading: Day? = nil, _ printer: RowPrinter
  ) {
    self.row = row
    self.title = title
    marked = found?.title
    excerpt = found?.excerpt.map(ExcerptView.init)
    box = states.box(of: row)
    isPreview = states.isPreview
    self.home = home
    tagColors = states.tagColors
    let isUsed = !states.isSelecting && states.opened == nil
    isOpened = states.opened == row.id
    copyHref =
      states.isCopying && isUsed && row.isReadOnly ? .copyTask(row.id, from: row.list, isDone: row.done != nil) : nil
    subtasks =
      isUsed || row.subtasks == .elsewhere
      ? row.progress.map { SubtasksView(row, $0, isUsed: isUsed, folds: states.folds) } : nil
    partOf = home?.listName == nil ? nil : row.parent.map { ShortText.of($0.title) }
    notice = states[row.id]
    pressed = states.pressed?.anchor.task == row.id ? states.pressed : nil
    literal = notice.flatMap { LiteralForm(row, $0) }
    // A row that stays is as high as before.
    let isOpen = row.done == nil || stays || notice != nil
    due = (isOpen ? row.due : nil).flatMap { day in
      heading.map { printer.days.due(day, row.time, under: $0) } ?? printer.days.due(day, row.time)
    }
    starts = isOpen ? printer.days.starts(row.start) : nil
    let repeats = isOpen ? row.repeats : nil
    recurrence = repeats.map { RecurrenceView($0, printer.days) }
    missed = repeats.flatMap {
      $0.missed(due: row.due.map { printer.days.day($0, row.time) }, at: row.time, today: printer.quick.today.day)
    }
    completedAt = isOpen ? nil : row.done?.ifKnown.map { printer.moments.moment(Int64($0.timeIntervalSince1970)) }
    menu = nil
    if !isGone, row.done == nil, isUsed, !row.isReadOnly {
      menu = TaskRowMenu(
        row, quick: printer.quick, home: home,
        undated: notice?.isAdded == true && literal == nil && row.due == nil
          ? UndatedOffer(row.title, printer.context, printer.quick, printer.days) : nil)
    }
  }
}

private struct RowPrinter {
  let quick: QuickDays
  let days: DayPrinter
  let moments: MomentPrinter
  let context: QuickAddContext

  init(_ look: DisplaySettings) {
    quick = QuickDays(look)
    days = DayPrinter(look)
    moments = MomentPrinter(look)
    context = look.days
  }
}

extension Field {
  /// Whether a form stands around rows, which browsers without `formaction` send: where no row has a form of its own.
  static func formOfRows(_ rows: @escaping @Sendable (View) -> [TaskRowView]) -> Self {
    flag { !rows($0).contains(where: \.hasForm) }
  }
}
