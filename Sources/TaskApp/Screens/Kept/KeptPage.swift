import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// What somebody had typed when their session ended: filled in again, one button from done.
enum KeptPage {
  /// The page of what was kept.
  static func page(_ id: KeptFormID, for visit: Visit) async throws(Failure) -> Page {
    let account = visit.reader.account
    let form = try await visit.store { store throws(StoreError) in try await store.keptForm(id, for: account) }
    let subject = try await visit.subject(of: form)
    return Page(visit.layout(.kept), for: visit.look, edition: nil) {
      PagePart.piece("kept", KeptFormView(form, about: subject, for: visit.look))
    }
  }

  /// `POST /kept/{id}/discard`
  static func discard(_ id: KeptFormID, _ visit: Visit) async throws -> Response {
    let account = visit.reader.account
    try await visit.store { store throws(StoreError) in try await store.forgetKept(id, for: account) }
    return await visit.redirect(after: .discardedKept, at: .kept(id))
  }
}
