import StatePages
import Tasks

/// A place on the page of calendar feeds.
enum FeedPlace: Hashable, Sendable {
  case row(FeedID)
}

extension AddressPart<FeedPlace?> {
  static var feedPlace: Self {
    .fragment { place in
      switch place {
      case .row(let feed): "feed-\(feed)"
      }
    } place: { id in
      id.hasPrefix("feed-") ? FeedID(id.dropFirst("feed-".count)).map { .row($0) } : nil
    }
  }
}
