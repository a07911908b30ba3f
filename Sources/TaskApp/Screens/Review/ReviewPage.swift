import Foundation
import StatePages
import StateViews
import TaskStore
import Tasks

enum ReviewPage {
  static func page(for request: SignedInRequest) async throws(Failure) -> Page {
    let look = request.look
    let revision = try await request.store.revision()?.description ?? "0"
    let days = ReviewScreen.days(for: look)
    let calendar = look.calendar
    // One more: the end of the last day.
    let begins = (0...days.count).compactMap { index in
      let day = days[0].adding(days: index)
      return calendar.date(from: DateComponents(year: day.year, month: day.month, day: day.day))
    }
    let content = request.store.loader { store throws(Interruption) in
      try await store.review(days: begins, now: look.dueNow)
    } loaded: { review in
      Loaded(ReviewScreen.Content(review: review, days: days), orEmpty: .nothingYet)
    }
    return Page(request.layout(.review), for: look, cacheKey: request.cacheKey(nil, revision)) {
      PagePart.piece("head", ReviewHead())
      Region<ReviewScreen>(
        "review", content, cacheKey: request.part(revision, look.dueNow), retry: request.retry(at: .review),
        placement: .page)
    }
  }
}

struct ReviewHead: Piece {
  static let template = "review/head"
  static let fields: [String: Field<ReviewHead>] = [
    "overviewHref": .link { _ in .openOverview() },
    "weeks": .number { _ in ReviewScreen.weeks },
  ]
}
