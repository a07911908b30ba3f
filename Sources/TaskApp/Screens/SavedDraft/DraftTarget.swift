import StatePages
import Tasks

/// Where a form is sent into which text is typed: only such a form is kept, so that nobody finds a page of their own with a
/// button that does what they never asked for.
enum DraftTarget {
  case lists
  case list(ListID)
  case listTasks(ListID)
  case task(TaskID)

  /// Nil for any other path.
  init?(_ path: String) {
    switch TaskFlow.forms.step(at: path) {
    case .createList: self = .lists
    case .renameList(let id): self = .list(id)
    case .addTasks(let id): self = .listTasks(id)
    case .editTask(let id): self = .task(id)
    case _: return nil
    }
  }
}
