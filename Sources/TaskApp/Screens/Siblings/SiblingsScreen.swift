import StatePages
import StateViews
import Tasks

/// The titles of a list's open tasks: the pane beside a task, with the page of the list that contains it.
enum SiblingsScreen: ListScreen {
  static let name: ViewName = "siblings"
  static let emptyReasons = [Reason.nothingYet, Reason.allDone(completed: 23, last: Samples.afternoon)]

  struct Caption: TemplateView {
    static let fields: [String: Field<Caption>] = [
      "listName": .text(\.listName),
      "listHref": .link { .leaveTask($0.task, $0.list, page: $0.page) },
    ]
    let list: ListID
    let listName: String
    let task: TaskID
    /// The page of the list that contains the task.
    var page = 1
  }

  struct Content: ListContent, Sendable {
    let page: TaskRowPage
    /// The rows that fit the pane's size budget.
    let portion: Portion
    let list: ListID
    let current: TaskID?

    /// Creates content with as many rows as fit, including the current task.
    init(page: TaskRowPage, list: ListID, current: TaskID?) {
      self.page = page
      self.list = list
      self.current = current
      portion = Portion(
        page.rows.map { PrintedText.bytes(ofLabel: $0.title) + PageBudget.paneRow }, within: PageBudget.pane,
        showing: page.rows.firstIndex { $0.id == current })
    }

    var count: Int { portion.rows.count }
  }

  static let fields: [String: Field<ListView<SiblingsScreen>>] = [
    "rows": .pieces(\.rows),
    // How many open tasks there are in all, unless these are all.
    "all": .number { view in
      let (paging, portion) = (view.content.page.paging, view.content.portion)
      return paging.last > 1 || portion.parts.count > 1 ? paging.total : nil
    },
    "allHref": .link {
      .openTasks(of: $0.content.list, page: $0.content.page.number)
    },
  ]

  struct Row: Piece {
    static let template = "siblings/row"
    static let fields: [String: Field<Row>] = [
      "id": .text { $0.row.id.description },
      "title": .text { ShortText.of($0.row.title) },
      "href": .link { .openTask($0.row.id, isOpen: true) },
      "current": .flag(\.isCurrent),
    ]
    let row: TaskRow
    let isCurrent: Bool
  }

  static func rows(of content: Content, for look: Look) -> [Row] {
    content.page.rows[content.portion.rows].map { Row(row: $0, isCurrent: $0.id == content.current) }
  }

  static func rows(in content: Content) -> Int { content.page.rows.count / 4 }

  static var samples: [Sample<SiblingsScreen>] {
    let list = Samples.listID(2)
    let caption = Caption(list: list, listName: Samples.lists[1].name, task: Samples.taskID(12))
    func content(among total: Int) -> Content {
      Content(
        page: TaskRowPage(
          rows: Samples.kitchen, number: 1, paging: Paging(total, of: Samples.kitchen.count)), list: list,
        current: Samples.taskID(12))
    }
    return [
      Sample("kitchen", caption: caption, content: content(among: Samples.kitchen.count)),
      Sample("page-of-many", caption: caption, content: content(among: 300)),
    ]
  }
}
