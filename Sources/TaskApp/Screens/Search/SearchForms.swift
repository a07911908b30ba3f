import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

enum SearchForms {
  /// `POST /search`
  static func save(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    guard let asked = SearchParameters(filterQuery: try form.required(FormField.filter)), asked.isSaveable else {
      throw RequestProblem.malformed
    }
    if let filter = try form.list(FormField.list) {
      let changed = try await request.store.changeFilter(filter, to: asked.filterQuery)
      return await request.redirect(after: .savedFilter(filter, changed.change), at: .search(asked))
    }
    return try await request.submitName(form) { name, submission, store in
      let written = try await store.saveFilter(asked.filterQuery, as: name, submission: submission)
      return await request.redirect(after: .savedFilter(written.list, written.change), at: .search(asked))
    } again: { typed, error, _ async throws(Failure) in
      try await SearchPage.page(
        asked, for: request,
        saving: SaveFilterForm(asked, version: form[FormField.version] ?? "", value: typed, error: error))
    }
  }

  /// `POST /search/change`
  static func changeTasks(_ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    guard let asked = SearchParameters(filterQuery: try form.required(FormField.filter)) else {
      throw RequestProblem.malformed
    }
    return try await SelectionForm.change(
      request, form, all: .matches(of: asked.query, in: asked.filter(for: request.look)),
      at: .search(asked, selecting: true)
    ) { change in
      .changedMatches(change)
    } page: { selecting throws(Failure) in
      try await SearchPage.page(asked, isSelecting: true, for: request, selecting: selecting)
    }
  }
}
