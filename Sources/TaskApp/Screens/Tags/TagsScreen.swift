import StatePages
import StateViews
import Tasks

/// An account's tags, each with a form that renames it and one that removes it.
enum TagsScreen: ListScreen {
  static let name: ViewName = "tags"
  static let failures = Failure.usual + Failure.readingStore
  static let emptyReasons = [Reason.nothingYet]

  struct Content: ListContent, Sendable {
    let page: TagPage
    /// Part of the idempotency keys: the account's revision.
    let version: String
    /// The form that was rejected.
    var rejected: RejectedName?

    var count: Int { page.tags.count }

    fileprivate var pages: PageLinks? {
      let portion = Portion(page.tags.map { _ in PageBudget.row }, within: PageBudget.main, wanted: 1)
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
      "id": .text { $0.tag.id.description },
      "name": .text(\.tag.tag.name),
      "href": .link { .search(SearchParameters(tag: $0.tag.tag)) },
      "open": .number { $0.tag.open },
      "none": .flag { $0.tag.open == 0 && $0.tag.isUsed },
      "many": .flag { $0.tag.open >= Limits.countedTaggedTasks },
      "unused": .flag { !$0.tag.isUsed },
      "renameAction": .form { .tag($0.tag.id, .rename) },
      "removeAction": .form { .tag($0.tag.id, .remove) },
      "version": .text(\.version),
      "page": .text(\.page),
      "expanded": .flag { $0.rejected != nil },
      "value": .text { $0.rejected?.typed ?? $0.tag.tag.name },
      "error": .view { $0.rejected?.error },
    ]
    let tag: TagSummary
    let version: String
    let page: String
    let rejected: RejectedName?
  }

  static func rows(of content: Content, for look: Look) -> [Row] {
    content.page.tags.map { tag in
      Row(
        tag: tag, version: content.version, page: String(content.page.number),
        rejected: content.rejected.flatMap { $0.tag == tag.id ? $0 : nil })
    }
  }

  static var samples: [Sample<TagsScreen>] {
    let many = Paging(120, of: TagsPage.size)
    return [
      Sample(
        "tags", caption: NoCaption(),
        content: Content(
          page: TagPage(
            tags: Samples.tagSummaries, number: 1, paging: Paging(Samples.tagSummaries.count, of: TagsPage.size)),
          version: "40")),
      Sample(
        "page-of-many", caption: NoCaption(),
        content: Content(page: TagPage(tags: Samples.tagSummaries, number: 2, paging: many), version: "40")),
      Sample(
        "invalid", caption: NoCaption(),
        content: Content(
          page: TagPage(
            tags: Samples.tagSummaries, number: 1, paging: Paging(Samples.tagSummaries.count, of: TagsPage.size)),
          version: "40",
          rejected: RejectedName(
            tag: Samples.tagSummaries[1].id, typed: "!?", error: FieldError(FieldProblem(.tags, .notATag("!?")))))),
    ]
  }
}
