import StatePages
import StateViews
import TaskStore
import Tasks

/// Calendar feeds, with the buttons that renew, end and resume them.
enum FeedsScreen: ListScreen {
  static let name: ViewName = "feeds"
  static let emptyReasons = [Reason.nothingYet]

  struct Content: ListContent, Sendable {
    let feeds: [Feed]
    /// The page of the feeds, which their forms return to.
    let from: String

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
      "from": .text(\.from),
    ]
    let feed: Feed
    let from: String
    let look: DisplaySettings
  }

  static func rows(of content: Content, for look: DisplaySettings) -> [Row] {
    content.feeds.map { Row(feed: $0, from: content.from, look: look) }
  }

  static var samples: [Sample<FeedsScreen>] {
    [
      Sample("several", content: Content(feeds: Samples.feeds, from: Samples.from(.openFeeds()))),
      Sample(
        "of-a-list",
        content: Content(feeds: [Samples.feeds[1]], from: Samples.from(.openFeeds(of: Samples.lists[1].id)))),
    ]
  }
}

enum FeedsPage {
  /// What has already happened at the page of a list: a followed list has no feeds, because its tasks have an address elsewhere.
  static func event(at list: ListID, for request: SignedInRequest) async throws(Failure) -> TaskEvent? {
    try await request.store.list(list).source == nil ? nil : .wants(.openList(list))
  }

  /// The page of feeds.
  /// - Parameters:
  ///   - list: the list of the feeds; nil for all.
  ///   - new: the feed whose address is shown, if it has just been made for this session.
  ///   - error: why no feed was made, if that was requested.
  static func page(
    of list: ListID?, new: FeedID? = nil, for request: SignedInRequest, error: FieldError? = nil
  ) async throws(Failure) -> Page {
    var name: String?
    if let list { name = try await request.store.list(list).name }
    let newest = try await request.store.feeds().last?.id
    let secret = new.flatMap {
      request.app.newFeedSecrets.secret(of: $0, for: request.reader.session, at: request.app.now())
    }
    let content = request.store.loader(orEmpty: .nothingYet) { store throws(Interruption) in
      FeedsScreen.Content(feeds: try await store.feeds(of: list), from: request.from)
    }
    var page = Page(request, list == nil ? .feeds : .listFeeds, name: name, of: list, isKept: false) {
      FeedsHead(list: list, name: name)
      if let secret { FeedAddress(secret.address(on: request.anonymous.client, below: request.app.basePath)) }
      Region<FeedsScreen>("feeds", content, retry: request.retry, placement: .page)
      PagePart.piece("new-feed", AddFeedForm(list: list, version: newest?.description ?? "", error: error))
    }
    // The address is shown once: a stored page would show it again.
    page.isStored = secret == nil
    return page
  }
}

struct FeedsHead: Piece {
  static let template = "feeds/head"
  static let fields: [String: Field<FeedsHead>] = [
    "name": .optional { $0.name.map { ShortText.of($0) } },
    "backHref": .link { $0.list.map { .openList($0) } ?? .openSettings() },
    "allHref": .optionalLink { $0.list == nil ? nil : .openFeeds() },
  ]
  let list: ListID?
  let name: String?
}

struct FeedAddress: Piece {
  static let template = "feeds/address"
  static let fields: [String: Field<FeedAddress>] = ["url": .text(\.url), "eventsURL": .text(\.eventsURL)]
  private let url, eventsURL: String

  init(_ address: (tasks: String, events: String)) { (url, eventsURL) = (address.tasks, address.events) }
}

/// The form that makes a feed of a list, or of Today.
struct AddFeedForm: Piece {
  static let template = "feeds/add"
  static let fields: [String: Field<AddFeedForm>] = [
    "action": .form { $0.list.map { .list($0, .addFeed) } ?? .addTodayFeed },
    "today": .flag { $0.list == nil },
    "version": .text(\.version), "error": .view(\.error),
  ]
  /// The list of the feed; nil for Today.
  let list: ListID?
  /// Part of the idempotency key: the account's newest feed.
  let version: String
  var error: FieldError?
}
