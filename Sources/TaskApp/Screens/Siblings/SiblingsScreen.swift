import StatePages
import StateViews
import Tasks

/// The titles of a list's open tasks: the pane beside a task, with the page of the list that contains it.
enum SiblingsScreen: Screen {
  static let name: ViewName = "siblings"
  static let emptyReasons = [Reason.nothingYet, Reason.allDone(completed: 23, last: Samples.afternoon)]

  struct Caption: TemplateView {
    static let fields: [String: Field<Caption>] = [
      "listName": .text(\.listName),
      "listHref": .address { TaskFlow.address(after: .openedList($0.list)) },
    ]
    let list: ListID
    let listName: String
  }

  struct Content: Sendable {
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
        page.rows.map { PrintedText.bytes(of: ShortText.of($0.title)) + PageBudget.paneRow }, within: PageBudget.pane,
        showing: page.rows.firstIndex { $0.id == current })
    }
  }

  struct View: TemplateView {
    static let fields: [String: Field<View>] = [
      "rows": .pieces(\.rows),
      "all": .optional(\.all),
      "allHref": .address(\.allHref),
    ]
    let rows: [Row]
    /// The total number of open tasks; nil if all are shown.
    let all: String?
    /// The corresponding page of the list.
    let allHref: String
  }

  struct Row: Piece {
    static let template = "siblings/row"
    static let fields: [String: Field<Row>] = [
      "id": .text { $0.row.id.description },
      "title": .text { ShortText.of($0.row.title) },
      "href": .address { TaskFlow.address(after: .openedTask($0.row.id, isOpen: true)) },
      "current": .flag(\.isCurrent),
    ]
    let row: TaskRow
    let isCurrent: Bool
  }

  static func view(of content: Content, for look: Look) -> View {
    let page = content.page
    return View(
      rows: page.rows[content.portion.rows].map { Row(row: $0, isCurrent: $0.id == content.current) },
      all: page.paging.last > 1 || content.portion.parts.count > 1 ? String(page.paging.total) : nil,
      allHref: TaskFlow.address(after: .openedTasks(of: content.list, page: page.number)))
  }

  static func rows(in content: Content) -> Int { content.page.rows.count / 4 }

  static var samples: [Sample<SiblingsScreen>] {
    let list = Samples.listID(2)
    let caption = Caption(list: list, listName: Samples.lists[1].name)
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
