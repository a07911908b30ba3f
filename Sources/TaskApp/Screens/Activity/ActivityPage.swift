import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// An account's audit trail: who got in, who did not, and what was done about passwords and sessions.
enum ActivityPage {
  /// `GET /settings/activity`
  @Sendable static func show(_ visit: Visit) async -> Response {
    let (account, rows) = (visit.reader.account, min(visit.look.rows, ActivityScreen.mostRows))
    let before = visit.asked(Query.before).flatMap { AccountEventID($0) }
    let content = visit.store.loader { store throws(StoreError) in
      try await store.accountEvents(of: account, before: before, limit: rows)
    } loaded: { (page: AccountEventPage) -> Loaded<AccountEventPage> in
      page.events.isEmpty ? .empty(.nothingYet) : .content(page)
    }
    let fields = before.map { [FormAction.HiddenField(Query.before, $0.description)] } ?? []
    return await visit.page { () async throws(Failure) in
      Page(visit.layout(.activity), for: visit.look, edition: nil) {
        PagePart.piece("head", ActivityHead())
        Region<ActivityScreen>(
          "activity", content, retry: .get(Site.settingsActivity.path, fields), placement: .page)
      }
    }
  }
}

/// The head of an account's audit trail.
struct ActivityHead: Piece {
  static let template = "activity/head"
  static let fields: [String: Field<ActivityHead>] = [
    "settingsHref": .address { _ in Site.settings.path },
    "days": .text { _ in String(Limits.accountEventDays) },
  ]
}
