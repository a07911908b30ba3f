import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The page of a saved draft: the text of a form sent after the session ended, ready to submit again.
enum SavedDraftPage {
  static func page(_ id: SavedDraftID, for request: SignedInRequest) async throws(Failure) -> Page {
    let form = try await request.store.savedDraft(id)
    let subject = try await request.subject(of: form)
    return Page(request.layout(.savedDraft), for: request.look, cacheKey: nil) {
      PagePart.piece("kept", SavedDraftView(form, about: subject, for: request.look))
    }
  }
}
