import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

enum OverviewForms {
  /// `POST /lists`
  static func create(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let typed = try form.required(FormField.name)
    let submission = try request.submission(form)
    return try await request.submit {
      try ListName(validating: typed)
    } write: { name, store in
      let written = try await store.createList(name, submission: submission)
      return await request.redirect(after: .createdList(written.list, written.change), at: .overview())
    } name: {
      $0.text
    } again: { error, _ async throws(Failure) in
      try await Overview.page(for: request, typed: typed, error: error)
    }
  }

  /// `POST /lists/{id}/pick`
  ///
  /// Writes nothing.
  static func pick(_ id: ListID, _ request: SignedInRequest) async throws -> Response {
    _ = try await request.store.list(id)
    return await request.redirect(after: .pickedList(id), at: .overview())
  }

  /// `POST /lists/{id}/move`
  static func move(_ id: ListID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let written = try await request.store.moveList(id, form.listMove())
    return await request.redirect(after: .movedList(id, written.change), at: .overview())
  }
}
