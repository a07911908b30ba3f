import StatePages
import StateViews
import TaskStore
import Tasks

/// A change of the last minutes. The page's title begins with it, and a notice offers to undo it.
struct RecentChange: Sendable {
  let change: Change
  private let days: DayPrinter

  init(_ change: Change, for look: Look) {
    self.change = change
    days = DayPrinter(look)
  }

  var sentence: ChangeSentence { ChangeSentence(change, naming: days) }
  var notice: Notice { notice() }

  /// The notice of a page that shows the effect of an undo; see ``Notice/init(_:at:)``.
  func notice(at step: TaskFlow.Step? = nil) -> Notice { Notice(sentence, at: step) }

  /// The task whose row reports the change; nil if a notice does.
  private var task: TaskID? {
    switch change.kind {
    case .taskAdded, .taskSkipped, .taskCompleted, .taskReopened, .taskScheduled, .taskMoved, .taskTransferred,
      .taskDeleted,
      .taskRestored:
      change.task
    case .tasksAdded, .taskEdited, .completedCleared, .tasksCompleted, .tasksScheduled, .tasksPrioritized,
      .tasksRepeated, .tasksTagged,
      .tasksTransferred, .tasksDeleted, .undone, .purged, .listCreated, .filterSaved, .filterChanged,
      .listRenamed, .listMoved, .listDeleted, .listRestored, .listFollowed, .sourceChanged, .tasksCopied,
      .listKept, .listsImported:
      nil
    }
  }

  /// The row that reports the change on a list's page; nil if the task has no row there, and a notice reports it.
  func row(in list: ListID, _ request: SignedInRequest) async throws(Failure) -> RowNotice? {
    guard let changed = try await changedRow(request), changed.list == list else { return nil }
    var notice = RowNotice(
      changed.row.id, changed.state, undo: sentence.undo, movedTo: movedTo(changed),
      page: changed.position.page(of: request.look.rows), changed: changed,
      literal: changed.row.version == change.id ? change.quickAdd?.literal : nil)
    let isBelow = changed.position.before % request.look.rows >= RowNotice.nearField
    notice.isFarDown = isMore || change.kind == .taskAdded && isBelow
    return notice
  }

  /// The row that reports the change on Today; nil if the task had no row there.
  func row(onTodayAt now: ZonedTime, _ request: SignedInRequest) async throws(Failure) -> RowNotice? {
    guard let changed = try await changedRow(request), changed.section(at: now) != nil else { return nil }
    var notice = RowNotice(
      changed.row.id, changed.state, undo: sentence.undo, movedTo: movedTo(changed), changed: changed,
      literal: changed.row.version == change.id ? change.quickAdd?.literal : nil)
    notice.section = changed.section(at: now)
    // The field is at the top, and the row in its section.
    notice.isFarDown = isMore || change.kind == .taskAdded
    return notice
  }

  /// The row that reports the change among the results of a search; nil if a notice does.
  /// - Parameter anchor: the row that was pressed. Without it, the row may be on another page, and a notice reports the change, too.
  func row(
    inResultsOf asked: SearchParameters, _ anchor: RowAnchor?, _ request: SignedInRequest
  ) async throws(Failure) -> RowNotice? {
    guard let changed = try await changedRow(request) else { return nil }
    var notice = RowNotice(
      changed.row.id, changed.state, undo: sentence.undo, movedTo: movedTo(changed), changed: changed)
    // The task is still among the results of all lists: its row names its list.
    if notice.state == .moved, asked.list == nil { notice.state = .open }
    notice.isFarDown = anchor?.task != changed.row.id
    return notice
  }

  /// The row that reports the change among the steps of a task; nil if the changed task had no row there.
  func row(ofSubtaskIn task: TaskDetail, _ request: SignedInRequest) async throws(Failure) -> RowNotice? {
    guard change.task != task.id, let changed = try await changedRow(request), changed.list == task.list else {
      return nil
    }
    guard let parent = changed.parent, try await request.store.isSubtask(parent, in: task.id) else { return nil }
    var notice = RowNotice(
      changed.row.id, changed.state, undo: sentence.undo, movedTo: movedTo(changed), changed: changed,
      literal: changed.row.version == change.id ? change.quickAdd?.literal : nil)
    notice.isFarDown = isMore
    return notice
  }

  /// Whether text was saved with it, which a row does not tell.
  private var isMore: Bool { change.batch?.isMixed == true }

  private func changedRow(_ request: SignedInRequest) async throws(Failure) -> ChangedRow? {
    guard task != nil else { return nil }
    return try await request.store.ifThere { store throws(StoreError) in try await store.changedRow(change.id) }
  }

  private func movedTo(_ changed: ChangedRow) -> RowNotice.Destination? {
    switch changed.state {
    case .open, .completed, .deleted: nil
    case .moved: RowNotice.Destination(list: changed.row.list, name: changed.listName)
    }
  }
}

/// A recent change that is reported in the row of its task, which stays where it was.
struct RowNotice: Hashable, Sendable {
  let task: TaskID
  /// What the task is now. A completed one is not yet shown among the completed ones.
  var state: ChangedRow.State
  /// The address of the undo form; nil if the change can't be undone.
  let undo: String?
  /// The list that it was moved to.
  let movedTo: Destination?
  /// The page of the list that has the row.
  let page: Int
  /// The row, for the query of its page; nil in samples.
  let changed: ChangedRow?
  /// The task as typed, if words at the end of its title were understood and its text was not edited since.
  let literal: TaskDraft?
  /// The section of Today that has the row.
  var section: DueSection?
  /// Whether the row may be out of sight, as that of a new task from the field that it was typed in, or tells only a part of the
  /// change. Then a notice reports it, too.
  var isFarDown = false

  /// The number of rows under the field that a small window shows.
  static let nearField = 8

  struct Destination: Hashable, Sendable {
    let list: ListID
    let name: String
  }

  init(
    _ task: TaskID, _ state: ChangedRow.State, undo: String?, movedTo: Destination? = nil, page: Int = 1,
    changed: ChangedRow? = nil, literal: TaskDraft? = nil
  ) {
    self.task = task
    self.state = state
    self.undo = undo
    self.movedTo = movedTo
    self.page = page
    self.changed = changed
    self.literal = literal
  }

  var isCompleted: Bool { state == .completed }
}
