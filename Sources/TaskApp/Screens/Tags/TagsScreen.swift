import StatePages
import StateViews
import Tasks

/// An account's tags, each with a link to its page.
enum TagsScreen: ListScreen {
  static let name: ViewName = "tags"
  static let failures = Failure.usual + Failure.readingStore
  static let emptyReasons = [Reason.nothingYet]

  struct Content: ListContent, Sendable {
    let page: TagPage

    var count: Int { page.rows.count }

    fileprivate var pages: PageLinks? {
      let portion = Portion(page.rows.map { _ in PageBudget.row }, within: PageBudget.main, wanted: 1)
      return PageLinks(page.number, of: page.paging, portion) { asked in
        .turn(to: asked, at: .tags())
      }
    }
  }

  static let fields: [String: Field<ListView<TagsScreen>>] = [
    "rows": .rows(\.rows),
    "pages": .view(\.content.pages),
  ]

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "name": .text(\.tag.tag.name),
      "href": .link { .search(SearchParameters(tag: $0.tag.tag)) },
      "open": .number { $0.tag.open },
      "none": .flag { $0.tag.open == 0 && $0.tag.isUsed },
      "many": .flag { $0.tag.open >= Limits.countedTaggedTasks },
      "unused": .flag { !$0.tag.isUsed },
    ]
    let tag: TagSummary
  }

  static func rows(of content: Content, for look: Look) -> [Row] {
    content.page.rows.map(Row.init)
  }

  static var samples: [Sample<TagsScreen>] {
    let (tags, many) = (Samples.tagSummaries, Paging(120, of: TagsPage.size))
    return [
      Sample(
        "tags", caption: NoCaption(),
        content: Content(page: TagPage(tags, paging: Paging(tags.count, of: TagsPage.size)))),
      Sample(
        "page-of-many", caption: NoCaption(), content: Content(page: TagPage(tags, number: 2, paging: many))),
    ]
  }
}
