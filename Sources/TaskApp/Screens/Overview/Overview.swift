import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The overview of all lists, with one region per list.
enum Overview {
  /// The overview page.
  /// - Parameters:
  ///   - mode: whether the lists are being put in order.
  ///   - typed: the rejected name of a new list.
  ///   - error: why the name was rejected.
  static func page(
    _ number: Int = 1, _ mode: OverviewMode = .using, for request: SignedInRequest, typed: String = "",
    error: FieldError? = nil
  ) async throws(Failure) -> Page {
    let size = request.look.listRows
    let header = try await request.store.listsHeader(page: number, of: size)
    let (lists, paging, savedDraft) = (header.lists.rows, header.lists.paging, header.savedDraft)
    let recentChange = try await request.recentChange()
    if case .arranging(let picked) = mode, header.lists.canArrange {
      let shown = lists.first { $0.id == picked }
      let other = try await shown == nil ? self.picked(picked, request) : nil
      return Page(
        request, .overview, notice: recentChange?.notice, skips: [.list]
      ) {
        OverviewHead(isArranging: true, canArrange: true)
        arranging(header.lists, (shown ?? other).map(ArrangedItem.init), request)
      }
    }
    let offers = try await number == 1 ? request.store.offers() : []
    let pages = PageLinks(header.lists.number, of: paging)
    let version = header.revision?.description ?? ""
    var cards: [PagePart] = []
    for list in lists {
      if let query = list.filter {
        cards.append(.region(card(list, showing: query, request)))
      } else if let source = header.sources[list.id] {
        let card = try await RemoteCardScreen.region(
          list, from: source, returning: [.init(FormField.then, FormField.backToLists)], request)
        cards.append(.region(card))
      } else {
        cards.append(.region(card(list, request)))
      }
    }
    var page = Page(
      request, .overview, notice: recentChange?.notice, skips: [.newList, .list]
    ) {
      OverviewHead(isArranging: false, canArrange: header.lists.canArrange, savedDraft: savedDraft)
      if !offers.isEmpty { PagePart.piece("offers", Offers(offers: offers)) }
      NewListForm(version: version, value: typed, error: error)
      for card in cards { card }
      if let pages { OverviewPages(pages: pages) }
    }
    // A fetch may become due before the next write.
    page.isKept = header.sources.isEmpty
    return page
  }

  /// The lists while they are put in order, without the Inbox, which stays first.
  private static func arranging(
    _ page: ListsPage, _ picked: ArrangedItem?, _ request: SignedInRequest
  ) -> Region<ArrangingScreen> {
    let content = ArrangingScreen.Content(
      page.rows.filter { !$0.isInbox }.map(ArrangedItem.init), picked: picked, page: page.number, of: page.paging)
    return Region(
      "arranging", Loader(Loaded(content, orEmpty: .nothingYet)),
      retry: request.retry, placement: .page)
  }

  private static func card(_ list: ListSummary, _ request: SignedInRequest) -> Region<CardScreen> {
    let now = request.reader.dueNow
    let content = request.store.loader(orEmpty: Reason(ofEmpty: list)) { store throws(Interruption) in
      let tasks = try await store.cardTasks(in: list.id, now: now, limit: CardScreen.taskCount)
      return CardScreen.Content(
        rows: tasks.rows.map(CardScreen.Content.Excerpt.init), late: tasks.late,
        more: list.open - tasks.rows.count { $0.parent == nil })
    }
    return Region(
      "list-\(list.id)", content, caption: CardScreen.Caption(list: list), retry: request.retry,
      weight: .secondary)
  }

  /// The card of a saved filter, with its first matches.
  private static func card(
    _ list: ListSummary, showing query: String, _ request: SignedInRequest
  ) -> Region<CardScreen> {
    let asked = SearchParameters(filterQuery: query) ?? SearchParameters()
    let (store, look) = (request.store.interruptible, request.look)
    let content = Loader { _ throws(Interruption) -> Loaded<CardScreen.Content> in
      let answer = try await store.search(
        asked.query, in: asked.filter(for: look), by: asked.effectiveOrder, before: nil, page: 1,
        of: CardScreen.taskCount)
      guard case .found(let found) = answer else { return .empty(.noMatches) }
      return Loaded(
        CardScreen.Content(
          rows: found.tasks.map(CardScreen.Content.Excerpt.init),
          more: max(0, found.paging.total - found.tasks.count), matches: found.paging.total),
        orEmpty: .noMatches)
    }
    return Region(
      "list-\(list.id)", content, caption: CardScreen.Caption(list: list), retry: request.retry,
      weight: .secondary)
  }
}

extension ListsPage {
  /// Whether there are at least two lists to reorder, beside the Inbox.
  fileprivate var canArrange: Bool { paging.total > 2 }
}

extension Overview {
  /// A list that was picked on another page; nil if it is gone.
  private static func picked(
    _ list: ListID?, _ request: SignedInRequest
  ) async throws(Failure) -> ListSummary? {
    guard let list else { return nil }
    return try await request.store.ifThere { store in try await store.list(list) }
  }
}

struct OverviewHead: Piece {
  static let template = "overview/head"
  static let fields: [String: Field<OverviewHead>] = [
    "arranging": .flag(\.isArranging),
    "arrangeHref": .optionalLink { $0.canArrange ? .arrange : nil },
    "keptHref": .optionalLink { $0.savedDraft.map { .openDraft($0) } },
    "doneHref": .link { _ in .finish },
  ]
  let isArranging: Bool
  /// Whether there are at least two lists to reorder.
  let canArrange: Bool
  /// The newest saved draft, linked for readers who did not sign in on the page that saved it.
  var savedDraft: SavedDraftID?
}

struct OverviewPages: Piece {
  static let template = "overview/pages"
  static let fields: [String: Field<OverviewPages>] = ["pages": .view(\.pages)]
  let pages: PageLinks
}

struct NewListForm: Piece {
  static let template = "overview/new-list"
  static let fields: [String: Field<NewListForm>] = [
    "action": .form { _ in .createList },
    "followHref": .link { _ in .followList },
    "version": .text(\.version), "value": .text(\.value),
    "focus": .flag { $0.error != nil },
    "error": .view(\.error),
  ]
  /// Part of the idempotency key: the account's revision.
  let version: String
  var value = ""
  var error: FieldError?
}
