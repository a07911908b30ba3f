import Foundation
import StatePages
import StateViews
import TaskStore
import Tasks

/// Search results, with the matching words highlighted.
enum SearchScreen: ListScreen {
  static let name: ViewName = "search"
  static let otherStates = [Reason.nothingAsked, .noWords("–?!")]
  static let emptyReasons = [
    Reason(
      ofNothingFound: Samples.searchedFiltered,
      without: [
        .text: 100, .list: 3, .status: 2, .due: 1, .priority: 12, .tag: 2, .repeats: 5, .assignee: 6, .since: 4,
      ]),
    Reason(ofNothingFound: Samples.searchedAll), Reason(ofNothingFound: Samples.searchedOlder),
    .noNewer(Samples.searched.typed, Samples.searchedFiltered, olderThan: Samples.taskID(11)),
  ]
  static let failures = Failure.usual + Failure.readingStore + [.tooLongToSearch]

  struct Content: ListContent, Sendable {
    let asked: SearchParameters
    let found: SearchAnswer.Found
    /// The saved filter that shows the results; nil for a search.
    let filter: ListID?
    /// The page of the results, which the forms return to.
    let from: String
    let states: RowStates

    init(
      asked: SearchParameters, found: SearchAnswer.Found, filter: ListID? = nil, from: String? = nil,
      _ states: RowStates = RowStates()
    ) {
      (self.asked, self.found, self.filter, self.states) = (asked, found, filter, states)
      self.from = from ?? Samples.from(asked, isSelecting: states.isSelecting)
    }

    /// The matching lists, without the saved filter that shows them.
    fileprivate var lists: [FoundList] { found.lists.filter { $0.id != filter } }

    /// Lists and tags are shown beside tasks unless those are being selected.
    fileprivate func named<Found>(_ found: (Self) -> [Found]) -> [Found] { states.isSelecting ? [] : found(self) }

    var count: Int { found.tasks.count + lists.count + found.tags.count }
  }

  /// The maximum number of lists shown; a longer search text narrows them down.
  static let listCount = 50

  static let fields: [String: Field<ListView<SearchScreen>>] = [
    "hasLists": .flag { !$0.content.named(\.lists).isEmpty },
    "lists": .rows { view in
      view.content.named(\.lists).prefix(listCount).map { FoundName(href: .openList($0.id), name: $0.name) }
    },
    "allLists": .number { $0.content.lists.count > listCount ? $0.content.lists.count : nil },
    "hasTags": .flag { !$0.content.named(\.found.tags).isEmpty },
    "tags": .rows { view in
      view.content.named(\.found.tags).map { FoundName(href: .openTag($0.tag), name: $0.name) }
    },
    "moreTags": .flag(\.content.found.areTagsCut),
    "selecting": .flag(\.content.states.isSelecting),
    "using": .flag { !$0.content.states.isSelecting },
    "selectHref": .link { _ in .select },
    "hasTasks": .flag { !$0.rows.isEmpty },
    "tasks": .pieces(\.rows), "inForm": .formOfRows(\.rows),
    // A saved filter has the link in its menu.
    "exportHref": .optionalLink { view in
      guard view.content.filter == nil, !view.rows.isEmpty else { return nil }
      return .export(.search(view.content.asked.older(than: nil).changing(nil)))
    },
    "count": .number { $0.content.found.matchCount },
    "text": .flag { $0.content.asked.query != nil },
    "older": .flag { $0.content.asked.before != nil },
    "newest": .flag { $0.content.found.olderThan != nil },
    "first": .flag { $0.content.found.bound == .matches },
    "unsearched": .flag { $0.content.found.bound == .tasks },
    "open": .flag { $0.content.asked.status == .open },
    "done": .flag { $0.content.asked.status == .done },
    "pages": .view { PageLinks($0.content.found.number, of: $0.content.found.paging) },
    "olderHref": .optionalLink { view in
      view.content.found.olderThan.map { .search(view.content.asked.older(than: $0)) }
    },
    "completedHref": .optionalLink { view in
      view.content.asked.status == .open ? .search(view.content.asked.showing(.all)) : nil
    },
    "openHref": .optionalLink { view in
      view.content.asked.status == .open ? nil : .search(view.content.asked.showing(.open))
    },
  ]

  /// A list or a tag with a link, and with the letters of its name that were found.
  struct FoundName: TemplateView {
    static let fields: [String: Field<FoundName>] = [
      "href": .link(\.href), "name": .pieces { MarkedRun.runs(of: $0.name) },
    ]
    let href: TaskIntent
    let name: MarkedText
  }

  static func rows(of content: Content, for look: DisplaySettings) -> [TaskRowView] {
    TaskRowView.rows(content.found.tasks, from: content.from, content.states, for: look)
  }

  static var samples: [Sample<SearchScreen>] {
    [
      Sample("lists-and-tasks", content: Content(asked: Samples.searched, found: Samples.found)),
      Sample("first-of-many", content: Content(asked: Samples.searchedAll, found: Samples.foundMany)),
      Sample("filtered", content: Content(asked: Samples.filtered, found: Samples.foundFiltered)),
      Sample(
        "selecting",
        content: Content(
          asked: Samples.filtered, found: Samples.foundFiltered,
          RowStates(selected: Set(Samples.foundFiltered.tasks.prefix(1).map(\.id))))),
      Sample(
        "just-completed",
        content: Content(
          asked: Samples.searched, found: Samples.foundJustCompleted,
          RowStates(RowNotice(Samples.taskID(11), .completed, undo: .undo(ChangeID(9)))))),
    ]
  }
}

/// An excerpt of notes, with the words that were found.
struct ExcerptView: TemplateView {
  static let fields: [String: Field<ExcerptView>] = [
    "cutBefore": .flag(\.excerpt.isCutBefore), "cutAfter": .flag(\.excerpt.isCutAfter),
    "runs": .pieces { MarkedRun.runs(of: $0.excerpt.text) },
  ]
  let excerpt: FoundTask.Excerpt
}

/// A run of text, highlighted or not. It contains no markup: the template escapes and highlights it.
struct MarkedRun: Piece {
  static let template = "components/marked"
  static let fields: [String: Field<MarkedRun>] = ["text": .text(\.run.text), "marked": .flag(\.run.isMarked)]
  let run: MarkedText.Run

  static func runs(of text: MarkedText) -> [MarkedRun] { text.runs.map(MarkedRun.init) }
}
