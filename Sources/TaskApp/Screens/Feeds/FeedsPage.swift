import StatePages
import StateViews
import TaskStore
import Tasks

enum FeedsPage {
  /// What has already happened at the page of a list: a followed list has no feeds, because its tasks have an address elsewhere.
  static func event(at list: ListID, for request: SignedInRequest) async throws(Failure) -> TaskEvent? {
    try await request.store.list(list).source == nil ? nil : .link(.openList(list))
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
    let content = request.store.loader { store throws(Interruption) in
      try await store.feeds(of: list)
    } loaded: { feeds in
      Loaded(FeedsScreen.Content(feeds: feeds, list: list), orEmpty: .nothingYet)
    }
    var page = Page(
      request.layout(list == nil ? .feeds : .listFeeds, name: name, of: list), for: request.look, cacheKey: nil
    ) {
      PagePart.piece("head", FeedsHead(list: list, name: name))
      if let secret {
        PagePart.piece(
          "address", FeedAddress(secret.address(on: request.anonymous.client, below: request.app.basePath)))
      }
      Region<FeedsScreen>(
        "feeds", content, cacheKey: nil, retry: request.retry(at: .feeds(of: list)), placement: .page)
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
    "backHref": .link { .finish(at: .feeds(of: $0.list)) },
    "allHref": .optionalLink { $0.list == nil ? nil : .openFeeds(of: nil) },
  ]
  let list: ListID?
  let name: String?
}

struct FeedAddress: Piece {
  static let template = "feeds/address"
  static let fields: [String: Field<FeedAddress>] = [
    "url": .text(\.url), "eventsURL": .text(\.eventsURL),
  ]
  private let url: String
  private let eventsURL: String

  init(_ address: (tasks: String, events: String)) {
    (url, eventsURL) = (address.tasks, address.events)
  }
}

/// The form that makes a feed of a list, or of Today.
struct AddFeedForm: Piece {
  static let template = "feeds/add"
  static let fields: [String: Field<AddFeedForm>] = [
    "action": .form { $0.list.map { .list($0, .addFeed) } ?? .addTodayFeed },
    "today": .flag { $0.list == nil },
    "version": .text(\.version),
    "error": .view(\.error),
  ]
  /// The list of the feed; nil for Today.
  let list: ListID?
  /// Part of the idempotency key: the account's newest feed.
  let version: String
  var error: FieldError?
}
