import StatePages
import StateViews
import TaskStore
import Tasks

/// A change of the last minutes. The page's title begins with it, and a notice offers to undo it.
struct RecentChange: Sendable {
  let change: Change

  var sentence: ChangeSentence { ChangeSentence(change) }
  var notice: Notice { Notice(sentence) }

  /// The task whose row reports the change; nil if a notice does.
  private var task: TaskID? {
    switch change.kind {
    case .taskAdded, .taskCompleted, .taskReopened, .taskMoved, .taskRestored: change.task
    case .tasksAdded, .taskEdited, .taskTransferred, .taskDeleted, .completedCleared, .tasksCompleted, .tasksScheduled,
      .tasksPrioritized, .tasksTransferred, .tasksDeleted, .undone, .purged, .listCreated,
      .listRenamed, .listMoved, .listDeleted, .listRestored, .listFollowed, .sourceChanged, .tasksCopied:
      nil
    }
  }

  /// The row that reports the change on a list's page; nil if the task has no row there, and a notice reports it.
  func row(in list: ListID, _ request: SignedInRequest) async throws(Failure) -> RowNotice? {
    guard let task else { return nil }
    return try await request.store.ifThere { store throws(StoreError) in
      let found = try await store.task(task)
      guard let place = try await store.openPlace(of: task, in: list) else { return nil }
      return RowNotice(
        task: task, isCompleted: found.done != nil, undo: sentence.undo, page: place.page(of: request.look.rows),
        literal: found.version == change.id ? change.quickAdd?.literal : nil)
    }
  }
}

/// A recent change that is reported in the row of its task.
struct RowNotice: Hashable, Sendable {
  let task: TaskID
  /// Whether the task is completed. Then its row is still among the open tasks, and not yet among the completed ones.
  let isCompleted: Bool
  /// The address of the undo form; nil if the change can't be undone.
  let undo: String?
  /// The page of the list that has the row.
  var page = 1
  /// The task as typed, if words at the end of its title were understood and its text was not edited since.
  var literal: TaskDraft?
}
