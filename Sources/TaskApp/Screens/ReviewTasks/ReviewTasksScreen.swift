import StatePages
import StateViews
import TaskStore
import Tasks

/// The tasks that a part of the weekly review goes through.
enum ReviewTasksScreen: ListScreen {
  static let name: ViewName = "review-tasks"
  static let emptyReasons = ReviewView.Part.allCases.dropLast().map { Reason(nothingIn: $0) }

  struct Content: ListContent, Sendable {
    let view: ReviewView
    /// Nil where no list has open tasks.
    var found: SearchAnswer.Found?
    var states = RowStates()

    var count: Int { found?.tasks.count ?? 0 }

    fileprivate var pages: PageLinks? {
      found.flatMap { found in
        PageLinks(found.number, of: found.paging) { [view] page in TaskStep.review(view).turned(to: page) }
      }
    }
  }

  static let fields: [String: Field<ListView<ReviewTasksScreen>>] = [
    "rows": .pieces(\.rows), "inForm": .formOfRows(\.rows), "pages": .view(\.content.pages),
    "first": .flag { $0.content.found?.bound != nil },
  ]

  static func rows(of content: Content, for look: DisplaySettings) -> [TaskRowView] {
    TaskRowView.rows(
      content.found?.tasks ?? [], at: TaskStep.review(content.view).text, content.states,
      namesList: content.view.part != .lists, for: look)
  }

  static var samples: [Sample<ReviewTasksScreen>] {
    let late = ReviewView()
    return [
      Sample("late", content: Content(view: late, found: Samples.found)),
      Sample(
        "list-among-many",
        content: Content(view: ReviewView(part: .lists, list: Samples.listID(2), page: 2), found: Samples.foundFiltered)
      ),
      Sample(
        "just-completed",
        content: Content(
          view: late, found: Samples.foundJustCompleted,
          states: RowStates(RowNotice(Samples.taskID(11), .completed, undo: .undo(ChangeID(9)))))),
    ]
  }
}

extension Reason {
  init(nothingIn part: ReviewView.Part) {
    switch part {
    case .late: self = "nothing-late"
    case .waiting: self = "nothing-waiting"
    case .undated: self = "all-dated"
    case .lists: self = "no-open-tasks"
    case .done: self = .nothingYet
    }
  }
}
