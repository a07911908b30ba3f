import StatePages
import StateViews
import Tasks

/// All lists by name: the pane beside a list, and on the overview what stands there when there is none.
enum ListsScreen: Screen {
  static let name: ViewName = "lists"
  static let failures = Failure.usual + Failure.readingStore
  static let emptyReasons = [Reason.nothingYet]

  struct Content: Sendable {
    let lists: [ListSummary]
    let current: ListID?
  }

  struct View: TemplateView {
    static let fields: [String: Field<View>] = [
      "rows": .pieces(\.rows),
      "newHref": .address { _ in Site.lists.address(at: Anchor.newList) },
    ]
    let rows: [Row]
  }

  struct Row: Piece {
    static let template = "lists/row"
    static let fields: [String: Field<Row>] = [
      "href": .address { Site.list($0.list.id).path },
      "name": .text(\.list.name),
      "open": .optional { $0.list.isKnown ? String($0.list.open) : nil },
      "remote": .flag { $0.list.source != nil },
      "current": .flag(\.isCurrent),
    ]
    let list: ListSummary
    let isCurrent: Bool
  }

  static func view(of content: Content, for look: Look) -> View {
    View(rows: content.lists.map { Row(list: $0, isCurrent: $0.id == content.current) })
  }

  static var samples: [Sample<ListsScreen>] {
    [
      Sample(
        "seven", caption: NoCaption(),
        content: Content(lists: Samples.lists + [Samples.remoteList], current: Samples.listID(2)))
    ]
  }
}
