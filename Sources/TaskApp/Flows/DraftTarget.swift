import StatePages
import Tasks

/// The target of a form with typed text. Only such forms are saved as drafts, so that a draft's page never offers an action
/// that the reader did not request.
enum DraftTarget {
  case lists
  case list(ListID)
  case listTasks(ListID)
  case task(TaskID)
  /// The form that adds a task on Today, to any list.
  case today
  /// The form that takes pasted lists.
  case pasted

  /// The path that takes the text of a form. That of another form of a task's page is its edit, with typed steps.
  static func path(of form: FormBody, sentTo path: String) -> String {
    form[FormField.editing].flatMap { TaskID($0) }.map { TaskFlow.action(.editTask($0)) } ?? path
  }

  /// Nil for any other path.
  init?(_ path: String) {
    switch TaskFlow.forms.step(at: path) {
    case .createList: self = .lists
    case .renameList(let id): self = .list(id)
    case .addTasks(let id): self = .listTasks(id)
    case .editTask(let id): self = .task(id)
    case .addToday: self = .today
    case .importing(.upload): self = .pasted
    case _: return nil
    }
  }
}
