import StatePages
import StateViews
import Tasks

/// Calendar feeds, with the buttons that renew, end and resume them.
enum FeedsScreen: ListScreen {
  static let name: ViewName = "feeds"
  static let failures = Failure.usual + Failure.readingStore
  static let emptyReasons = [Reason.nothingYet]

  struct Content: ListContent, Sendable {
    let feeds: [Feed]
    /// The list whose feeds these are; nil for all feeds.
    let list: ListID?

    var count: Int { feeds.count }
  }

  static let fields: [String: Field<ListView<FeedsScreen>>] = ["rows": .rows(\.rows)]

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "id": .text(\.feed.id.description),
      "name": .optional { $0.feed.listName.map { ShortText.of($0) } },
      "today": .flag { $0.feed.subject == .today },
      "gone": .flag { $0.feed.isListDeleted },
      "made": .view { Moment($0.feed.made, for: $0.look) },
      "used": .view { row in row.feed.used.map { Moment($0, for: row.look) } },
      "ended": .view { row in row.feed.ended.map { Moment($0, for: row.look) } },
      "renewAction": .form { .feed($0.feed.id, .renew) },
      "endAction": .form { .feed($0.feed.id, .end) },
      "resumeAction": .form { .feed($0.feed.id, .resume) },
      "from": .text { TaskStep.feeds(of: $0.list).text },
    ]
    let feed: Feed
    let list: ListID?
    let look: Look
  }

  static func rows(of content: Content, for look: Look) -> [Row] {
    content.feeds.map { Row(feed: $0, list: content.list, look: look) }
  }

  static var samples: [Sample<FeedsScreen>] {
    [
      Sample("several", content: Content(feeds: Samples.feeds, list: nil)),
      Sample("of-a-list", content: Content(feeds: [Samples.feeds[1]], list: Samples.lists[1].id)),
    ]
  }
}
