import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// Answers the forms that save a search, and those of a tag, whose page is a search.
enum SearchForms {
  static func save(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    guard let asked = SearchParameters(filterQuery: try form.required(FormField.filter)), asked.isSaveable else {
      throw RequestProblem.malformed
    }
    if let filter = try form.list(FormField.list) {
      let changed = try await request.store.changeFilter(filter, to: asked.filterQuery)
      return await request.redirect(after: .changedList(filter, changed.change), at: .search(asked))
    }
    return try await request.submitName(form) { name, submission, store in
      let written = try await store.saveFilter(asked.filterQuery, as: name, submission: submission)
      return await request.redirect(after: .changedList(written.list, written.change), at: .search(asked))
    } again: { typed, error, _ async throws(Failure) in
      try await SearchPage.page(
        asked, for: request,
        saving: SaveFilterForm(asked, version: form[FormField.version] ?? "", NameState(typed, error)))
    }
  }

  static func renameTag(_ id: TagID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let submission = try request.submission(form)
    let typed = try form.required(FormField.name)
    return try await request.submit {
      guard let tag = Tag(typed) else {
        let isBlank = typed.allSatisfy(\.isWhitespace)
        throw isBlank ? FieldError.noTag : FieldError(FieldProblem(.tags, .notATag(typed)))
      }
      return tag
    } write: { tag, store in
      let written = try await changed { try await store.renameTag(id, to: tag, submission: submission) }
      return await request.redirect(after: .changedTag(tag, written?.change), at: .tag(id))
    } name: {
      $0.name
    } again: { error, _ async throws(Failure) in
      try await TagNamePage.page(id, typed: typed, error: error, for: request)
    }
  }

  static func colorTag(_ id: TagID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let color: ListColor.Name? =
      try form.required(FormField.color) == FormField.noColor ? nil : form.choice(FormField.color)
    return try await request.submit {
    } write: { _, store in
      try await store.setColor(color, of: id)
      return await request.redirect(after: .changedTag(try await store.tag(id), nil), at: .tag(id))
    } again: { error, _ async throws(Failure) in
      try await TagNamePage.page(id, error: error, for: request)
    }
  }

  static func removeTag(_ id: TagID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let submission = try request.submission(form)
    return try await request.submit {
    } write: { _, store in
      let written = try await changed { try await store.removeTag(id, submission: submission) }
      return await request.redirect(after: .changedTag(nil, written?.change), at: .tag(id))
    } again: { error, _ async throws(Failure) in
      try await TagNamePage.page(id, error: error, for: request)
    }
  }

  /// The change of a tag's tasks. That only followed tasks have it is an error of its form.
  private static func changed(_ write: () async throws -> Written?) async throws -> Written? {
    do {
      return try await write()
    } catch StoreError.forbidden(.followed) {
      throw FieldError.followed
    }
  }
}
