import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// Handles the forms for the steps of a task.
extension TaskPage {
  /// `POST /tasks/{id}/steps`
  static func addSubtasks(to id: TaskID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let several = form[FormField.titles]
    let typed = try several ?? form.required(FormField.title)
    let submission = try request.submission(form)
    let header = try await request.store.taskHeader(id)
    func again(_ error: FieldError, _ failure: Failure) async throws(Failure) -> Response {
      try await request.again(failure) { () async throws(Failure) in
        try await page(
          header, request,
          adding: AddSubtasksForm(
            task: id, version: header.list.revision.description, takesSeveral: several != nil,
            input: SubtaskInput(value: typed, error: error)))
      }
    }
    let steps: [NestedDraft]
    let literal: TaskDraft?
    do {
      let levels = max(1, Limits.subtaskLevels - 1 - header.task.parents.count)
      (steps, literal) = try NestedDraft.typed(
        form, several: several, title: typed, levels: levels, today: request.look.today)
    } catch {
      return try await again(FieldError(error.first), Failure(.invalid))
    }
    do {
      let written = try await request.store.withStoreErrors.addSubtasks(
        steps, to: id, literal: literal, submission: submission)
      let total = (header.task.progress?.total ?? 0) + steps.count { $0.depth == 0 }
      let page = Paging(total, of: request.look.rows).last
      return await request.redirect(
        after: .addedSubtasks(to: id, page: page, written.change), at: .task(id))
    } catch {
      let failure = request.store.failure(error)
      guard let told = FieldError(error, name: steps.first?.draft.title ?? "") else { throw failure }
      return try await again(told, failure)
    }
  }

  /// `POST /tasks/{id}/fold`
  static func fold(_ id: TaskID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let isFolded: Bool
    switch try form.button(FormField.folded) {
    case "on": isFolded = true
    case "off": isFolded = false
    case _: throw RequestProblem.malformed
    }
    let list = try await request.store.setFolded(id, to: isFolded)
    return await request.redirect(after: .foldedTask(id, in: list), at: form.origin ?? .list(list), rowTop: form.rowTop)
  }
}
