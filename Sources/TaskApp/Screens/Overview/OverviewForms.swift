import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// Handles the forms of the overview.
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

  /// `POST /lists/{id}/move`
  static func move(_ id: ListID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    guard let direction = form[FormField.direction].flatMap(Direction.init(rawValue:)) else {
      throw RequestProblem.malformed
    }
    let submission = try request.submission(form)
    let written = try await request.store.moveList(id, direction, submission: submission)
    let place = try await request.store.place(of: id)
    let end = place.flatMap { MoveEnd($0) }
    return await request.redirect(after: .movedList(id, direction, reaching: end, written.change), at: .overview())
  }
}
