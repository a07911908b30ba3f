import StatePages
import StateViews
import TaskStore
import Tasks

/// The steps of a task, on its page.
enum SubtasksScreen: ListScreen {
  static let name: ViewName = "subtasks"
  static let failures = Failure.usual + Failure.readingStore
  static let emptyReasons = [Reason.nothingYet]

  struct Caption: TemplateView {
    static let fields: [String: Field<Caption>] = [
      "stepsDone": .numeral { $0.progress?.done ?? 0 },
      "stepsTotal": .number { $0.progress?.total },
    ]
    let progress: SubtaskProgress?
  }

  struct Content: ListContent, Sendable {
    let page: TaskRowPage
    /// The range of rows that fit the page's size budget.
    let portion: Portion
    var notices: RowNotices
    var pressed: PressedRow?
    let task: TaskID
    let isEditing: Bool

    init(
      _ page: TaskRowPage, notices: RowNotices = RowNotices(), pressed: PressedRow? = nil, of task: TaskID,
      editing: Bool = false
    ) {
      self.page = page
      self.notices = notices
      self.pressed = pressed
      self.task = task
      isEditing = editing
      portion = Portion(
        page.rows.map { TaskRowView.bytes(of: $0) }, within: PageBudget.secondary,
        showing: page.rows.firstIndex { $0.id == notices.last })
    }

    var count: Int { portion.rows.count }

    fileprivate var pages: PageLinks? {
      PageLinks(page.number, of: page.paging, portion) { [task] asked in
        .turn(to: asked, at: .task(task))
      }
    }
  }

  static let fields: [String: Field<ListView<SubtasksScreen>>] = [
    "rows": .pieces(\.rows),
    "pages": .view(\.content.pages),
  ]

  static func rows(of content: Content, for look: Look) -> [TaskRowView] {
    let home = RowHome(
      address: TaskStep.task(content.task, page: content.page.number).text, listName: nil,
      hasEditForm: content.isEditing)
    return TaskRowView.rows(
      content.page.rows[content.portion.rows], notices: content.notices, pressed: content.pressed, home: home, for: look
    )
  }

  static var samples: [Sample<SubtasksScreen>] {
    let rows = Array(Samples.outline.dropFirst().prefix(5))
    let caption = Caption(progress: Samples.outline[0].progress)
    func sample(_ name: String, _ notices: RowNotices = RowNotices()) -> Sample<SubtasksScreen> {
      let page = TaskRowPage(rows.map(\.raised), number: 1, paging: Paging(3, of: nil))
      return Sample(name, caption: caption, content: Content(page, notices: notices, of: Samples.outline[0].id))
    }
    return [
      sample("kitchen"),
      sample(
        "completed",
        RowNotices(RowNotice(rows[0].id, .completed, undo: .form(.undo(Samples.changeID(40)))))),
    ]
  }
}

extension TaskRow {
  fileprivate var raised: TaskRow {
    placed(at: OutlinePlace(depth: place.depth - 1, height: place.height), progress: progress, steps: steps)
  }
}
