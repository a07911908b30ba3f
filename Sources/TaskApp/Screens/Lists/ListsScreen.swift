import StatePages
import StateViews
import Tasks

/// The names of all lists: the pane beside a list, and the overview's empty state.
enum ListsScreen: Screen {
  static let name: ViewName = "lists"
  static let failures = Failure.usual + Failure.readingStore
  static let emptyReasons = [Reason.nothingYet]

  struct Content: Sendable {
    let page: ListsPage
    let current: ListID?
  }

  struct View: TemplateView {
    static let fields: [String: Field<View>] = [
      "rows": .pieces(\.rows),
      "all": .optional(\.all),
      "allHref": .address(\.allHref),
      "newHref": .address { _ in TaskFlow.address(after: .startedNewList) },
    ]
    let rows: [Row]
    /// The total number of lists; nil if all are shown.
    let all: String?
    /// The overview page with the same lists.
    let allHref: String
  }

  struct Row: Piece {
    static let template = "lists/row"
    static let fields: [String: Field<Row>] = [
      "href": .address { TaskFlow.address(after: .openedList($0.list.id)) },
      "name": .text { ShortText.of($0.list.name) },
      "open": .optional { $0.list.isKnown ? String($0.list.open) : nil },
      "remote": .flag { $0.list.source != nil },
      "current": .flag(\.isCurrent),
    ]
    let list: ListSummary
    let isCurrent: Bool
  }

  static func view(of content: Content, for look: Look) -> View {
    let page = content.page
    return View(
      rows: page.lists.map { Row(list: $0, isCurrent: $0.id == content.current) },
      all: page.paging.last > 1 ? String(page.paging.total) : nil,
      allHref: TaskFlow.address(after: .openedOverview(page: page.number)))
  }

  private static func page(of lists: [ListSummary], among total: Int? = nil) -> ListsPage {
    ListsPage(lists: lists, number: 1, paging: Paging(total ?? lists.count, of: lists.count))
  }

  static func rows(in content: Content) -> Int { content.page.lists.count / 4 }

  static var samples: [Sample<ListsScreen>] {
    [
      Sample(
        "seven", caption: NoCaption(),
        content: Content(page: page(of: Samples.lists + [Samples.remoteList]), current: Samples.listID(2))),
      Sample(
        "seven-of-many", caption: NoCaption(),
        content: Content(
          page: page(of: Samples.lists + [Samples.remoteList], among: 300), current: Samples.listID(2))),
    ]
  }
}
