import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The page of a saved draft: the text of a form sent after the session ended, ready to submit again.
enum SavedDraftPage {
  /// The page of a saved draft.
  static func page(_ id: SavedDraftID, for request: SignedInRequest) async throws(Failure) -> Page {
    let account = request.reader.account
    let form = try await request.store { store throws(StoreError) in try await store.savedDraft(id, for: account) }
    let subject = try await request.subject(of: form)
    return Page(request.layout(.savedDraft), for: request.look, cacheKey: nil) {
      PagePart.piece("kept", SavedDraftView(form, about: subject, for: request.look))
    }
  }

  /// `POST /kept/{id}/discard`
  static func discard(_ id: SavedDraftID, _ request: SignedInRequest) async throws -> Response {
    let account = request.reader.account
    try await request.store { store throws(StoreError) in try await store.forgetDraft(id, for: account) }
    return await request.redirect(after: .discardedDraft, at: .savedDraft(id))
  }
}
