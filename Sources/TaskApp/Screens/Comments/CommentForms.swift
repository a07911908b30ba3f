import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// Answers the forms of comments.
enum CommentForms {
  /// `POST /tasks/{id}/comments`
  ///
  /// The edit of the task that is sent along is saved in the same transaction.
  static func add(to id: TaskID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let typed = form[FormField.comment] ?? ""
    let submission = try request.submission(form, of: .task(id, .comment))
    let header = try await request.store.taskHeader(id)
    return try await request.submit {
      try CommentText(validating: typed)
    } write: { text, store in
      let written = try await store.addComment(text, to: id, submission: submission)
      return await request.redirect(after: .commented(on: id, written.change), at: .task(id))
    } name: {
      $0.text
    } again: { error, _ async throws(Failure) in
      if let edit = request.typed { return try await edit.page(request, commentError: error) }
      return try await TaskPage.page(
        header, request, subtasks: form.subtasksPage, commenting: CommentInput(typed: typed, error: error))
    }
  }

  static func response(
    to action: CommentAction, of id: CommentID, _ request: SignedInRequest, _ form: FormBody
  ) async throws -> Response {
    switch action {
    case .edit: return try await edit(id, request, form)
    case .delete:
      let comment = try await request.store.comment(id)
      var store = request.store
      // A reader who can't edit the task has typed it into a form of its own.
      if request.typed == nil, form[FormField.newestComment] != nil,
        let typed = CommentInput(typed: form[FormField.comment] ?? "")
      {
        let text: CommentText
        do { text = try CommentText(validating: typed.value) } catch {
          throw try await request.rejected(Failure(.invalid)) { () async throws(Failure) in
            let header = try await request.store.taskHeader(comment.task)
            let input = CommentInput(typed: typed.value, error: FieldError(error.first))
            return try await TaskPage.page(header, request, commenting: input)
          }
        }
        let submission = try request.submission(form, of: .task(comment.task, .comment))
        store.pending = PendingWrites([.comment(text, on: comment.task, once: true, submission: submission)])
      }
      let written = try await store.deleteComment(id)
      return await request.redirect(after: .commented(on: comment.task, written.change), at: .task(comment.task))
    }
  }

  private static func edit(_ id: CommentID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    guard let version = try form.version() else { throw RequestProblem.malformed }
    let (typed, submission) = (try form.required(FormField.comment), try request.submission(form))
    let task = try await request.store.comment(id).task
    return try await request.submit {
      try CommentText(validating: typed)
    } write: { text, store in
      let written = try await store.editComment(id, text, version: version, submission: submission)
      return await request.redirect(after: .commented(on: task, written.change), at: .task(task))
    } again: { error, cause async throws(Failure) in
      var isConflict = false
      if case .conflict(.comment)? = cause { isConflict = true }
      return try await EditCommentPage.page(id, typed: typed, error: error, isConflict: isConflict, for: request)
    }
  }
}
