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
    /// The page of the review, which the forms return to.
    let from: String
    var states = RowStates()

    var count: Int { found?.tasks.count ?? 0 }

    fileprivate var pages: PageLinks? {
      found.flatMap { PageLinks($0.number, of: $0.paging) }
    }
  }

  static let fields: [String: Field<ListView<ReviewTasksScreen>>] = [
    "rows": .pieces(\.rows), "inForm": .formOfRows(\.rows), "pages": .view(\.content.pages),
    "first": .flag { $0.content.found?.bound != nil },
  ]

  static func rows(of content: Content, for look: DisplaySettings) -> [TaskRowView] {
    TaskRowView.rows(
      content.found?.tasks ?? [], from: content.from, content.states,
      namesList: content.view.part != .lists, for: look)
  }

  static var samples: [Sample<ReviewTasksScreen>] {
    let late = ReviewView()
    let list = ReviewView(part: .lists, list: Samples.listID(2), page: 2)
    return [
      Sample("late", content: Content(view: late, found: Samples.found, from: Samples.from(.openReview(late)))),
      Sample(
        "list-among-many",
        content: Content(view: list, found: Samples.foundFiltered, from: Samples.from(.openReview(list)))),
      Sample(
        "just-completed",
        content: Content(
          view: late, found: Samples.foundJustCompleted, from: Samples.from(.openReview(late)),
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
