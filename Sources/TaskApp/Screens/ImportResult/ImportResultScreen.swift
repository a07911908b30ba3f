import StatePages
import StateViews
import TaskFormats
import TaskStore
import Tasks

/// An import, while it runs and afterwards.
enum ImportResultScreen: ListScreen {
  static let name: ViewName = "import-result"
  static let family: ViewName? = "import"
  static let emptyReasons: [Reason] = [.nothingNew]
  static let otherStates: [Reason] = [.stillRunning, "import-undone"]
  static let failures =
    limits.map { Failure(store: .limit($0)) } + UnreadableFile.allCases.map { .unreadable($0) } + [
      Failure(.gone, "job-unknown")
    ] + Failure.usual
    + Failure.writingStore
  static let shownFailures = failures.filter { !$0.reason.name.hasPrefix("unreadable-") }
  static let stages: [Reason] = [
    Reason("importing", ["done": .numeral(400), "count": .number(1_234)]),
    Reason("reading", ["count": .number(1_000)]),
    "queued",
  ]
  /// The maximum number of lists with a link.
  private static let listCount = 50
  private static let limits: [LimitReached] = [
    .quota(.bytes, Quotas.standard.bytes), .quota(.tasks, Quotas.standard.tasks), .quota(.lists, Quotas.standard.lists),
    .lists(Limits.listsPerAccount), .filters(Limits.savedFilters), .tags(Limits.tagsPerAccount),
  ]

  struct Caption: TemplateView {
    static let fields: [String: Field<Caption>] = [
      "againHref": .address(\.againHref), "previewHref": .address(\.previewHref),
    ]
    .merging(ImportAgain.fields(\.again)) { $1 }
    /// The address of the page itself.
    let againHref: String
    /// The preview of the file, as long as it was not imported.
    let previewHref: String
    let again: ImportAgain
  }

  struct Content: ListContent {
    let outcome: ImportOutcome
    /// The first of the imported lists that are there.
    let lists: [ListSummary]
    let isUndoable: Bool

    var count: Int { lists.count }

    /// The content for an outcome, as the account has its lists now.
    static func loaded(
      _ outcome: ImportOutcome, from store: AccountStore<Failure>
    ) async throws(Failure) -> Loaded<Content> {
      var isUndoable = false
      if let id = outcome.change {
        let change = try await store.ifThere { store in try await store.change(id) }
        if change?.undone == true { return .other("import-undone") }
        isUndoable = change?.undoable == true
      }
      var lists: [ListSummary] = []
      for id in outcome.lists.prefix(listCount) {
        let list = try await store.ifThere { store in try await store.list(id) }
        if let list { lists.append(list) }
      }
      return .content(Content(outcome: outcome, lists: lists, isUndoable: isUndoable))
    }
  }

  static let fields: [String: Field<ListView<ImportResultScreen>>] = [
    "lists": .rows(\.rows),
    "tasks": .number { $0.content.outcome.tasks }, "listCount": .number { $0.content.outcome.lists.count },
    "present": .number(\.content.outcome.present.ifAny), "followed": .number(\.content.outcome.followed.ifAny),
    "more": .flag { $0.content.outcome.lists.count > $0.content.count },
    "remarks": .view { RemarksView($0.content.outcome.remarks) },
    "undo": .optionalForm { view in view.content.isUndoable ? view.content.outcome.change.map { .undo($0) } : nil },
  ]

  static func rows(of content: Content, for look: DisplaySettings) -> [LinkedListView] {
    content.lists.map(LinkedListView.init)
  }

  static var samples: [Sample<ImportResultScreen>] { Samples.importResults }
}

struct LinkedListView: TemplateView {
  static let fields: [String: Field<LinkedListView>] = [
    "name": .text { ShortText.of($0.list.name) },
    "href": .link { .openList($0.list.id) },
    "open": .number { $0.list.filter == nil && $0.list.open > 0 ? $0.list.open : nil },
    "completed": .number(\.list.completed.ifAny),
    "filter": .flag { $0.list.filter != nil },
  ]
  let list: ListSummary
}
