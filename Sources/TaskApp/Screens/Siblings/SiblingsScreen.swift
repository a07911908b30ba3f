import StatePages
import StateViews
import Tasks

/// The open tasks of a list by title: the pane beside one of them.
enum SiblingsScreen: Screen {
  static let name: ViewName = "siblings"
  static let emptyReasons = [Reason.nothingYet, Reason.allDone(completed: 23, last: Samples.afternoon)]

  struct Caption: TemplateView {
    static let fields: [String: Field<Caption>] = [
      "listName": .text(\.listName),
      "listHref": .address { Site.list($0.list).path },
    ]
    let list: ListID
    let listName: String
  }

  struct Content: Sendable {
    let rows: [TaskRow]
    let current: TaskID?
  }

  struct View: TemplateView {
    static let fields: [String: Field<View>] = ["rows": .pieces(\.rows)]
    let rows: [Row]
  }

  struct Row: Piece {
    static let template = "siblings/row"
    static let fields: [String: Field<Row>] = [
      "id": .text { $0.row.id.description },
      "title": .text(\.row.title),
      "href": .address { Site.task($0.row.id).address(at: Anchor.task($0.row.id)) },
      "current": .flag(\.isCurrent),
    ]
    let row: TaskRow
    let isCurrent: Bool
  }

  static func view(of content: Content, for look: Look) -> View {
    View(rows: content.rows.map { Row(row: $0, isCurrent: $0.id == content.current) })
  }

  static var samples: [Sample<SiblingsScreen>] {
    [
      Sample(
        "kitchen", caption: Caption(list: Samples.listID(2), listName: Samples.lists[1].name),
        content: Content(rows: Samples.kitchen, current: Samples.taskID(12)))
    ]
  }
}
