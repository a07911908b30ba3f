import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// An account's tags, each with a link to its page.
enum TagsScreen: ListScreen {
  typealias Content = TagPage

  static let name: ViewName = "tags"
  static let emptyReasons = [Reason.nothingYet]

  static let fields: [String: Field<ListView<TagsScreen>>] = [
    "rows": .rows(\.rows), "pages": .view(\.content.links),
  ]

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "name": .text(\.tag.tag.name), "color": .view { ListColorView($0.tag.color) },
      "href": .link { .openTag($0.tag.tag) },
      "open": .number { $0.tag.open },
      "none": .flag { $0.tag.open == 0 && $0.tag.isUsed },
      "many": .flag { $0.tag.open >= Limits.countedTaggedTasks },
      "unused": .flag { !$0.tag.isUsed },
    ]
    let tag: TagSummary
  }

  static func rows(of content: Content, for look: DisplaySettings) -> [Row] { content.rows.map(Row.init) }

  static var samples: [Sample<TagsScreen>] {
    let (tags, many) = (Samples.tagSummaries, Paging(120, of: TagsPage.size))
    return [
      Sample("tags", content: TagPage(tags, paging: Paging(tags.count, of: TagsPage.size))),
      Sample("page-of-many", content: TagPage(tags, number: 2, paging: many)),
    ]
  }
}

enum TagsPage {
  /// The number of tags on a page. The open tasks of each are counted.
  static let size = 50

  /// A page of the tags.
  static func page(_ number: Int, for request: SignedInRequest) async throws(Failure) -> Page {
    let recentChange = try await request.recentChange()
    let content = request.store.loader(orEmpty: .nothingYet) { store throws(Interruption) in
      try await store.tags(number, of: size)
    }
    // Not cached: a tag without tasks is removed without a change.
    return Page(request, .tags, notice: recentChange?.notice(from: request.from)) {
      TagsHead()
      Region<TagsScreen>(
        "tags", content, retry: request.retry, placement: .page)
    }
  }
}

struct TagsHead: Piece {
  static let template = "tags/head"
  static let fields: [String: Field<TagsHead>] = ["searchHref": .link { _ in .search() }]
}
