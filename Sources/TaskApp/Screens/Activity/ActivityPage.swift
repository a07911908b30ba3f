import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// An account's audit trail: sign-ins, refused sign-ins, and changes of passwords and sessions.
enum ActivityPage {
  /// A page of the audit trail.
  /// - Parameter before: shows only events older than this one; nil for the newest.
  static func page(before: AccountEventID?, for request: SignedInRequest) -> Page {
    let rows = min(request.look.rows, ActivityScreen.mostRows)
    let content = request.store.loader { store throws(Interruption) in
      try await store.accountEvents(before: before, limit: rows)
    } loaded: { page in
      Loaded(ActivityScreen.Content(page: page), orEmpty: .nothingYet)
    }
    return Page(request.layout(.activity), for: request.look, cacheKey: nil) {
      PagePart.piece("head", ActivityHead())
      Region<ActivityScreen>(
        "activity", content, retry: request.retry(at: .activity(before: before)), placement: .page)
    }
  }
}

/// The head of an account's audit trail.
struct ActivityHead: Piece {
  static let template = "activity/head"
  static let fields: [String: Field<ActivityHead>] = [
    "settingsHref": .link { _ in .openSettings() },
    "days": .number { _ in Limits.accountEventDays },
  ]
}
