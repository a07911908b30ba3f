import StatePages
import Tasks

/// The target of a form with typed text. Only such forms are saved as drafts, so that a draft's page never offers an action
/// that the reader did not request.
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
