import StatePages
import StateViews
import Tasks

/// The completed tasks of a list, in a section that is collapsed by default.
enum CompletedScreen: ListScreen {
  static let name: ViewName = "completed"
  static let emptyReasons = [Reason.nothingElse]

  struct Caption: TemplateView {
    static let fields: [String: Field<Caption>] = ["count": .number { $0.count }, "open": .flag(\.isOpen)]
    let count: Int
    let isOpen: Bool
  }

  struct Content: ListContent, Sendable {
    let page: TaskRowPage
    /// The rows of the page, without those that are still shown among the open tasks.
    let rows: [TaskRow]

    /// Creates content without tasks that are still shown among the open tasks.
    init(_ page: TaskRowPage, without others: [TaskID] = []) {
      self.page = page
      rows = page.rows.filter { !others.contains($0.id) }
    }

    var count: Int { rows.count }

    fileprivate var pages: PageLinks? {
      PageLinks(page.number, of: page.paging, turning: TaskIntent.turnCompleted)
    }
  }

  static let fields: [String: Field<ListView<CompletedScreen>>] = [
    "rows": .pieces(\.rows), "inForm": .formOfRows(\.rows), "pages": .view(\.content.pages),
  ]

  static func placeholderRows(for caption: Caption) -> Int? { min(caption.count, 20) }

  static func rows(of content: Content, for look: DisplaySettings) -> [TaskRowView] {
    TaskRowView.rows(content.rows, for: look)
  }

  static var samples: [Sample<CompletedScreen>] {
    let paging = Paging(23, of: Samples.completed.count)
    let content = Content(TaskRowPage(Samples.completed, number: 1, paging: paging))
    return [
      Sample("closed", caption: caption(isOpen: false), content: content),
      Sample("open", caption: caption(isOpen: true), content: content),
    ]
  }

  private static func caption(isOpen: Bool) -> Caption { Caption(count: 23, isOpen: isOpen) }
}
