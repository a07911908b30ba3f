import Hummingbird
import StateViews
import TaskStore
import Tasks

enum SavedDraftForms {
  /// `POST /kept/{id}/discard`
  static func discard(_ id: SavedDraftID, _ request: SignedInRequest) async throws -> Response {
    try await request.store.forgetDraft(id)
    return await request.redirect(after: .discardedDraft, at: .savedDraft(id))
  }
}
