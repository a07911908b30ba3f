import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The trash.
enum TrashPage {
  /// `GET /trash`
  @Sendable static func show(_ visit: Visit) async -> Response {
    let account = visit.reader.account
    return await visit.page { () async throws(Failure) in
      let revision = try await visit.store { store throws(StoreError) in try await store.revision(of: account) }
      let news = try await visit.news()
      let content = visit.store.loader { store throws(StoreError) in
        try await store.trash(for: account)
      } loaded: { (items: [TrashItem]) -> Loaded<[TrashItem]> in
        items.isEmpty ? .empty(.nothingYet) : .content(items)
      }
      return Page(
        visit.layout(.trash, news: news?.notice), for: visit.look,
        edition: visit.edition(news, revision?.description ?? "0")
      ) {
        PagePart.piece("head", TrashHead())
        Region<TrashScreen>(
          "trash", content, edition: visit.part(revision?.description ?? "0"), retry: .get(Site.trash.path),
          placement: .page)
      }
    }
  }
}
