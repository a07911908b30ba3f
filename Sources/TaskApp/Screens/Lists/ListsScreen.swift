import HTTPTypes
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The names of all lists and the tags: the rail of every page.
enum ListsScreen: ListScreen {
  static let name: ViewName = "lists"
  static let emptyReasons = [Reason.nothingYet]

  struct Content: ListContent, Sendable {
    let page: ListsPage
    let current: ListID?
    /// The numbers of matches of the saved filters.
    var matches: [ListID: Int] = [:]
    var tags: [Tag] = []
    var tagColors = TagColors()

    var count: Int { page.rows.count }
  }

  static let fields: [String: Field<ListView<ListsScreen>>] = [
    "rows": .pieces(\.rows),
    // How many lists there are in all, unless these are all.
    "all": .number { $0.content.page.paging.last > 1 ? $0.content.page.paging.total : nil },
    "allHref": .link { .openLists(page: $0.content.page.number) },
    "newHref": .link { _ in .addList },
    "tagged": .flag { !$0.content.tags.isEmpty },
    "tags": .pieces { view in view.content.tags.map { TagLink(tag: $0, color: view.content.tagColors[$0]) } },
  ]

  struct Row: Piece {
    static let template = "lists/row"
    static let fields: [String: Field<Row>] = [
      "href": .link { .openList($0.list.id) },
      "name": .text { ShortText.of($0.list.name) }, "color": .view { ListColorView($0.list) },
      "open": .number { $0.list.isKnown && $0.list.open > 0 ? $0.list.open : nil },
      "remote": .flag { $0.list.source != nil },
      "failing": .flag(\.list.isFailing),
      "filter": .flag { $0.list.filter != nil },
      "matches": .number(upTo: Limits.countedMatches - 1, \.matches.ifAny),
      "current": .flag(\.isCurrent),
    ]
    let list: ListSummary
    let isCurrent: Bool
    let matches: Int
  }

  static func rows(of content: Content, for look: DisplaySettings) -> [Row] {
    content.page.rows.map { list in
      Row(list: list, isCurrent: list.id == content.current, matches: content.matches[list.id] ?? 0)
    }
  }

  private static func page(of lists: [ListSummary], among total: Int? = nil) -> ListsPage {
    ListsPage(lists, paging: Paging(total ?? lists.count, of: lists.count))
  }

  static func rows(in content: Content) -> Int { content.count / 4 }

  static var samples: [Sample<ListsScreen>] {
    [
      Sample(
        "seven", content: Content(page: page(of: Samples.lists + [Samples.remoteList]), current: Samples.listID(2))),
      Sample(
        "failing", content: Content(page: page(of: Samples.lists + [Samples.failingList]), current: Samples.listID(2))),
      Sample(
        "filter",
        content: Content(
          page: page(of: Samples.lists + [Samples.filterList]), current: Samples.filterList.id,
          matches: [Samples.filterList.id: 12], tags: Samples.tags("garden", "kitchen", "phone").tags,
          tagColors: Samples.tagColors)),
      Sample(
        "seven-of-many",
        content: Content(
          page: page(of: Samples.lists + [Samples.remoteList], among: 300), current: Samples.listID(2))),
    ]
  }
}

extension SignedInRequest {
  /// The lists and tags beside every page. Another attempt shows the same page.
  func rail(around current: ListID?) -> Region<ListsScreen>? {
    let (size, look, colors) = (look.listRows, look, reader.tagColors)
    let content = store.loader(orEmpty: .nothingYet) { store throws(Interruption) in
      let page = try await store.listsPage(of: size, around: current)
      return ListsScreen.Content(
        page: page, current: current, matches: try await ListsScreen.matches(of: page.rows, store, look),
        tags: try await store.openTags(), tagColors: colors)
    }
    return Region(
      "rail", content, retry: http.method == .post ? form(for: .openLists()) : retry(nil), weight: .secondary)
  }
}

extension ListsScreen {
  /// The numbers of matches of the saved filters among lists, each counted up to a limit.
  fileprivate static func matches(
    of lists: [ListSummary], _ store: AccountStore<Interruption>, _ look: DisplaySettings
  ) async throws(Interruption) -> [ListID: Int] {
    let searches = lists.compactMap { list in
      list.filter.flatMap(SearchParameters.init(filterQuery:)).map { (list: list.id, asked: $0) }
    }
    var matches: [ListID: Int] = [:]
    for (list, asked) in searches {
      matches[list] = try await store.matchCount(of: asked.query, in: asked.filter(for: look))
    }
    return matches
  }
}
