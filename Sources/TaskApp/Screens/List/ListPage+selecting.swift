import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// Handles the form that changes several tasks of a list, or results of a saved filter, at once.
extension ListPage {
  /// `POST /lists/{id}/tasks/change`
  static func changeTasks(_ id: ListID, _ request: SignedInRequest, _ form: FormBody) async throws -> Response {
    let list = try await request.store.list(id)
    let asked = list.filter.flatMap(SearchParameters.init(filterQuery:))
    return try await SelectionForm.change(
      request, form, all: asked.map { .matches(of: $0.query, in: $0.filter(for: request.look)) } ?? .open(in: id),
      at: .list(id, .selecting)
    ) { change in
      .changedTasks(in: id, change)
    } page: { selecting throws(Failure) in
      try await page(id, .selecting, for: request, selecting: selecting)
    }
  }
}
