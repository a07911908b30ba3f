import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

enum TagsForms {
  /// `POST /tags/{id}`
  static func rename(_ id: TagID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let submission = try request.submission(form)
    let typed = try form.required(FormField.name)
    return try await request.submit {
      guard let tag = Tag(typed) else {
        let isBlank = typed.allSatisfy(\.isWhitespace)
        throw isBlank ? FieldError.noTag : FieldError(FieldProblem(.tags, .notATag(typed)))
      }
      return tag
    } write: { tag, store in
      let written = try await store.renameTag(id, to: tag, submission: submission)
      return await request.redirect(after: .changedTag(tag, written?.change), at: .tag(id))
    } name: {
      $0.name
    } again: { error, _ async throws(Failure) in
      try await TagNamePage.page(id, typed: typed, error: error, for: request)
    }
  }

  /// `POST /tags/{id}/remove`
  static func remove(_ id: TagID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let submission = try request.submission(form)
    return try await request.submit {
    } write: { _, store in
      let written = try await store.removeTag(id, submission: submission)
      return await request.redirect(after: .changedTag(nil, written?.change), at: .tag(id))
    } again: { error, _ async throws(Failure) in
      try await TagNamePage.page(id, error: error, for: request)
    }
  }
}
