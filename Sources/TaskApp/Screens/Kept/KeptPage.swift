import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// What somebody had typed when their session ended: filled in again, one button from done.
enum KeptPage {
  /// `GET /kept/{id}`
  @Sendable static func show(_ visit: Visit) async throws -> Response {
    let id: KeptFormID = try visit.id()
    let account = visit.reader.account
    return await visit.page { () async throws(Failure) in
      let form = try await visit.store { store throws(StoreError) in try await store.keptForm(id, for: account) }
      let subject = try await visit.subject(of: form)
      return Page(visit.layout(.kept), for: visit.look, edition: nil) {
        PagePart.piece("kept", KeptFormView(form, about: subject, for: visit.look))
      }
    }
  }

  /// `POST /kept/{id}/discard`
  @Sendable static func discard(_ visit: Visit) async throws -> Response {
    let id: KeptFormID = try visit.id()
    let account = visit.reader.account
    try await visit.store { store throws(StoreError) in try await store.forgetKept(id, for: account) }
    return .seeOther(Site.lists.path)
  }
}
