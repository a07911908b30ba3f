import StatePages
import StateViews
import TaskStore
import Tasks

/// Something that was done just now: it opens the page's title, and offers to be undone.
struct RecentChange: Sendable {
  let change: Change

  var sentence: ChangeSentence { ChangeSentence(change) }
  var notice: Notice { Notice(sentence) }

  /// The task in whose row it is told, where the row is still on the page.
  private var task: TaskID? {
    switch change.kind {
    case .taskAdded, .taskCompleted, .taskReopened, .taskMoved, .taskRestored: change.task
    case .tasksAdded, .taskEdited, .taskTransferred, .taskDeleted, .completedCleared, .undone, .purged, .listCreated,
      .listRenamed, .listMoved, .listDeleted, .listRestored, .listFollowed, .sourceChanged, .tasksCopied:
      nil
    }
  }

  /// The row of a list's page in which it is told; nil where the task has no row there, and a notice tells it.
  func row(in list: ListID, _ request: SignedInRequest) async throws(Failure) -> RowNotice? {
    guard let task else { return nil }
    return try await request.store.ifThere { store throws(StoreError) in
      let found = try await store.task(task)
      guard let place = try await store.openPlace(of: task, in: list) else { return nil }
      return RowNotice(
        task: task, isCompleted: found.done != nil, undo: sentence.undo, page: place.page(of: request.look.rows))
    }
  }
}

/// News that stands in the row that it is about.
struct RowNotice: Hashable, Sendable {
  let task: TaskID
  /// Whether the task is completed: then it still stands among the open ones, and not yet among the completed.
  let isCompleted: Bool
  /// Where to send an undo; nil if there is no way back.
  let undo: String?
  /// On which page of its list the row is.
  var page = 1
}
