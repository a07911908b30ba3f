import StatePages
import StateViews
import Tasks

/// The completed tasks of a list, in a section that is collapsed by default.
enum CompletedScreen: Screen {
  static let name: ViewName = "completed"
  static let emptyReasons = [Reason.nothingYet, Reason.nothingElse]

  struct Caption: TemplateView {
    static let fields: [String: Field<Caption>] = [
      "count": .text { String($0.count) },
      "open": .flag(\.isOpen),
    ]
    let count: Int
    let isOpen: Bool
  }

  struct Content: Sendable {
    let page: TaskRowPage
    /// The rows that fit the page's size budget.
    let portion: Portion
    /// The rows of the page, without the one that is still shown among the open tasks.
    let rows: [TaskRow]
    let list: ListID

    /// Creates content with as many rows as fit, without a task that is still shown among the open tasks.
    init(
      _ page: TaskRowPage, part: Int = 1, room: Int = PageBudget.secondary, without task: TaskID? = nil, list: ListID
    ) {
      self.page = page
      self.list = list
      rows = page.rows.filter { $0.id != task }
      portion = Portion(rows.map { TaskRowView.bytes(of: $0) }, within: room, wanted: part)
    }
  }

  struct View: TemplateView {
    static let fields: [String: Field<View>] = [
      "rows": .pieces(\.rows),
      "pages": .view(\.pages),
    ]
    let rows: [TaskRowView]
    /// Nil if all tasks are on one page.
    let pages: PageLinks?
  }

  static func view(of content: Content, for look: Look) -> View {
    let list = content.list
    return View(
      rows: TaskRowView.rows(content.rows[content.portion.rows], news: nil, for: look),
      pages: PageLinks(content.page.number, of: content.page.paging, content.portion) { asked in
        TaskFlow.address(after: .turnedCompleted(to: asked), at: .list(list))
      })
  }

  static func rows(in content: Content) -> Int { content.portion.rows.count }

  static var samples: [Sample<CompletedScreen>] {
    let paging = Paging(23, of: Samples.completed.count)
    let content = Content(TaskRowPage(rows: Samples.completed, number: 1, paging: paging), list: Samples.listID(2))
    return [
      Sample("closed", caption: caption(isOpen: false), content: content),
      Sample("open", caption: caption(isOpen: true), content: content),
    ]
  }

  private static func caption(isOpen: Bool) -> Caption {
    Caption(count: 23, isOpen: isOpen)
  }
}
