import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// Handles the form of the page that adds a task.
enum AddForms {
  /// `POST /add`
  static func add(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    try await request.addTask(form) { list, written in
      .addedTasks(to: list, await request.rows(with: written.tasks, in: list, nil), written.change)
    } again: { error, invalid throws(Failure) in
      try await AddPage.page(
        SharedText(), form: AddTaskForm(form, today: request.look.today, invalid, error), for: request)
    }
  }
}
