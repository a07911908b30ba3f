import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

extension TaskForms {
  /// `POST /tasks/{id}/steps`
  ///
  /// The edit of the task that is sent along has been saved before.
  static func addSubtasks(to id: TaskID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    switch try await add(TypedSteps(form), to: id, request, form) {
    case .added(let event, _): await request.redirect(after: event, at: .task(id))
    case .rejected(let response): response
    }
  }

  /// The result of adding steps.
  enum Addition {
    case added(TaskEvent, ChangeID?)
    /// The page of the task with the typed text and what is wrong.
    case rejected(Response)
  }

  /// Adds typed steps to a task.
  /// - Parameter once: whether steps that the same submission has added are left alone without an error, because something else that
  ///   it asked for follows.
  static func add(
    _ typed: TypedSteps, to id: TaskID, once: Bool = false, _ request: SignedInRequest, _ form: FormBody
  ) async throws -> Addition {
    let submission = try request.submission(form, of: .task(id, .addSubtasks))
    let header = try await request.store.taskHeader(id)
    func again(
      _ error: FieldError, _ place: TypedSteps.Place, _ failure: Failure
    ) async throws(Failure) -> Addition {
      .rejected(
        try await request.again(failure) { () async throws(Failure) in
          try await TaskPage.page(
            header, request, steps: form.stepsPage,
            adding: typed.form(adding: id, revision: header.list.revision, error: (error, in: place)))
        })
    }
    let steps: [NestedDraft]
    let literal: TaskDraft?
    do {
      let levels = max(1, Limits.subtaskLevels - 1 - header.task.parents.count)
      (steps, literal) = try typed.drafts(levels: levels, request.quickAdd)
    } catch {
      return try await again(FieldError(error.input.first), error.place, Failure(.invalid))
    }
    do {
      let written = try await request.store.withStoreErrors.addSubtasks(
        steps, to: id, literal: literal, once: once, submission: submission)
      let total = (header.task.progress?.total ?? 0) + steps.count { $0.depth == 0 }
      return .added(
        .addedSubtasks(to: id, page: Paging(total, of: request.look.rows).last, written.change),
        written.acted ? written.change : nil)
    } catch {
      let failure = request.store.failure(error)
      guard let told = FieldError(error, name: steps.first?.draft.title ?? "") else { throw failure }
      return try await again(told, typed.place, failure)
    }
  }

  /// `POST /tasks/{id}/fold`
  static func fold(_ id: TaskID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let list = try await request.store.setFolded(id, to: try form.isFolding())
    return await request.redirect(after: .foldedTask(id, in: list), at: form.origin ?? .list(list), rowTop: form.rowTop)
  }
}

extension FormBody {
  var stepsPage: Int {
    guard case .task(_, let page)? = origin?.page else { return 1 }
    return page
  }
}
