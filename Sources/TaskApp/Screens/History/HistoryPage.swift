import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// What was done in a list.
enum HistoryPage {
  /// `GET /lists/{id}/history`
  @Sendable static func show(_ visit: Visit) async throws -> Response {
    let id: ListID = try visit.id()
    let (account, size) = (visit.reader.account, visit.look.rows)
    let before = visit.asked(Query.before).flatMap { ChangeID($0) }
    return await visit.page { () async throws(Failure) in
      let front = try await visit.front(of: id)
      let list = front.list
      let content = visit.store.loader { store throws(StoreError) in
        // One more tells whether there are older ones.
        try await store.history(of: id, for: account, limit: size + 1, before: before)
      } loaded: { (changes: [Change]) -> Loaded<HistoryScreen.Content> in
        changes.isEmpty
          ? .empty(.nothingYet) : .content(HistoryScreen.Content(changes, size: size, of: id, isOlder: before != nil))
      }
      return Page(
        visit.layout(.history, name: list.name), for: visit.look, edition: visit.edition(nil, list.revision)
      ) {
        PagePart.piece("head", HistoryHead(list: list))
        if let source = front.source, before == nil { happened(at: source, visit) }
        Region<HistoryScreen>(
          "history", content, caption: HistoryScreen.Caption(listName: list.name),
          edition: visit.part(id, list.revision, before?.description ?? "", size),
          retry: .get(Site.listHistory(id).path), placement: .page)
      }
    }
  }

  /// What happened to a list where it lives.
  private static func happened(at source: Source, _ visit: Visit) -> PagePart {
    let account = visit.reader.account
    let content = visit.store.loader { store throws(StoreError) in
      try await store.events(of: source.id, for: account)
    } loaded: { (events: [SourceEvent]) -> Loaded<[SourceEvent]> in
      events.isEmpty ? .empty(.nothingYet) : .content(events)
    }
    return .region(
      Region<HappenedScreen>(
        "happened", content, caption: HappenedScreen.Caption(host: source.address.host),
        edition: visit.part(source.id, source.revision), retry: .get(visit.request.uri.path), weight: .beside))
  }
}
