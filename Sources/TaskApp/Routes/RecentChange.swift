import StatePages
import TaskStore
import Tasks

/// A change of the last minutes. The page's title begins with it, and a notice offers to undo it.
struct RecentChange: Sendable {
  let change: Change
  private let days: DayPrinter

  init(_ change: Change, for look: DisplaySettings) {
    self.change = change
    days = DayPrinter(look)
  }

  var sentence: ChangeSentence { ChangeSentence(change, naming: days) }
  var notice: Notice { notice() }

  /// The notice of a page that shows the effect of an undo; see ``Notice/init(_:from:isOnTask:)``.
  func notice(from: String? = nil, isOnTask: Bool = false) -> Notice {
    Notice(sentence, from: from, isOnTask: isOnTask)
  }

  /// Whether text was saved with it, or an app made it, which a row does not tell.
  fileprivate var isMore: Bool { change.batch?.isMixed == true || change.app != nil }
}

/// What the rows of a page show beside their tasks: what the reader did there since the page was opened, which row was pressed, and which
/// are selected. Changed rows stay where they were, each with an undo.
struct RowStates: Sendable {
  /// The rows, for the query of their page. None in samples.
  private(set) var changed: [ChangedRow] = []
  private var notices: [TaskID: RowNotice] = [:]
  /// Where the row that was pressed last stays in the window, and its full menu.
  var pressed: PressedRow?
  /// The tasks whose check boxes are checked; nil unless tasks are being selected.
  var selected: Set<TaskID>?
  /// Whether they are selected for copying. Tasks of followed lists can be copied, and not changed.
  var isCopying = false
  /// Whether the selected tasks are completed together, in a list that is shown in that way.
  var isTicking = false
  /// The task whose page is beside the rows. They have no menus then: that page has all of it.
  var opened: TaskID?
  /// Whether subtasks can be folded: on the page of a list of one's own, also by those who may only read it.
  var folds = false
  /// Whether the list of the tasks is not there yet, so that they have no pages.
  var isPreview = false
  var tagColors = TagColors()

  init(selected: Set<TaskID>? = nil, pressed: PressedRow? = nil) { (self.selected, self.pressed) = (selected, pressed) }

  /// Rows whose tasks are completed together.
  static func ticking(_ ticked: [TaskID]) -> Self {
    var rows = Self(selected: Set(ticked))
    rows.isTicking = true
    return rows
  }

  init(_ notice: RowNotice) { notices[notice.task] = notice }

  init(_ changed: [ChangedRow], pressed: PressedRow? = nil) {
    (self.changed, self.pressed) = (changed, pressed)
    let lastAdded = changed.filter(\.isJustAdded).map(\.change.id).max()
    for row in changed { notices[row.row.id] = RowNotice(row, canUndo: !row.isJustAdded || row.change.id == lastAdded) }
  }

  var isSelecting: Bool { selected != nil }
  /// Whether no row reports a change.
  var isEmpty: Bool { notices.isEmpty }
  var last: TaskID? { changed.first?.row.id ?? notices.keys.first }
  subscript(task: TaskID) -> RowNotice? { notices[task] }

  func box(of task: TaskRow) -> SelectionBox? {
    if task.isReadOnly, !isCopying { return nil }
    return selected.map { SelectionBox(task: task.id, isSelected: $0.contains(task.id)) }
  }

  /// The distance of a row from the top of the window; nil for every row but the one that was pressed.
  func anchor(of task: TaskID) -> Int? { pressed?.anchor.task == task ? pressed?.anchor.top : nil }

  func filter(_ isThere: (ChangedRow) -> Bool) -> Self {
    var rows = Self(changed.filter(isThere), pressed: pressed)
    rows.tagColors = tagColors
    return rows
  }

  /// The rows where tasks are selected, and none reports what was done.
  func selecting(_ tasks: some Sequence<TaskID>) -> Self {
    var rows = filter { _ in false }
    rows.selected = Set(tasks)
    return rows
  }

  /// The states of rows on a page that names the list of each task: a task in another list is still there.
  var acrossLists: Self {
    var rows = self
    for (task, notice) in notices where notice.state == .moved { rows.notices[task]?.state = .open }
    return rows
  }

  /// Whether a row tells all of a change, so that no notice has to.
  func tells(_ recent: RecentChange?) -> Bool {
    guard let recent, !recent.isMore else { return false }
    return changed.contains { $0.change.id == recent.change.id }
  }
}

extension ChangedRow {
  /// Whether nothing was done to it after it was added.
  fileprivate var isJustAdded: Bool { change.kind == .taskAdded }
}

/// What the row of a task reports: its last change.
struct RowNotice: Hashable, Sendable {
  let task: TaskID
  /// What the task is now. A completed one is not yet shown among the completed ones.
  var state: ChangedRow.State
  /// The address of the undo form; nil if the change can't be undone.
  let undo: TaskCommand?
  let movedTo: Destination?
  /// The task as typed, if words at the end of its title were understood and its text was not edited since.
  let literal: TaskDraft?
  /// Whether it was added since the page was opened.
  let isAdded: Bool

  struct Destination: Hashable, Sendable {
    let list: ListID
    let name: String
  }

  init(
    _ task: TaskID, _ state: ChangedRow.State, undo: TaskCommand?, movedTo: Destination? = nil,
    literal: TaskDraft? = nil, isAdded: Bool = false
  ) {
    (self.task, self.state, self.undo) = (task, state, undo)
    (self.movedTo, self.literal, self.isAdded) = (movedTo, literal, isAdded)
  }

  /// - Parameter canUndo: whether the row has a button for that. Of several rows that were added one after the other, only the last has one.
  fileprivate init(_ changed: ChangedRow, canUndo: Bool) {
    let (row, change) = (changed.row, changed.change)
    self.init(
      row.id, changed.state, undo: canUndo ? ChangeSentence(change).undo : nil,
      movedTo: changed.state == .moved ? Destination(list: row.list, name: changed.listName) : nil,
      literal: row.version == change.id ? change.quickAdd?.literal : nil, isAdded: changed.isAdded)
  }
}
