import StatePages
import StateViews
import Tasks

/// The lists that a task can be moved to.
enum DestinationsScreen: ListScreen {
  static let name: ViewName = "destinations"
  static let failures = Failure.usual + Failure.readingStore
  static let emptyReasons = [Reason.noOtherList]

  struct Content: ListContent, Sendable {
    /// A page of lists; nil if there is none but the task's own.
    let choices: ListChoices?
    let task: TaskID
    /// The list of the task.
    let list: ListID
    let from: TaskStep?

    var count: Int { choices?.lists.count ?? 0 }

    fileprivate var pages: PageLinks? {
      guard let choices else { return nil }
      let step = TaskStep.destinations(task, from: from)
      return PageLinks(choices.number, of: choices.paging, Portion(all: choices.lists.count)) { asked in
        .turn(to: asked, at: step)
      }
    }
  }

  static let fields: [String: Field<ListView<DestinationsScreen>>] = [
    "rows": .rows(\.rows),
    "pages": .view(\.content.pages),
    "action": .form { .task($0.content.task, .move) },
    "from": .optional { $0.content.from?.text },
  ]

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "id": .text { $0.list.id.description },
      "name": .text { ShortText.of($0.list.name) },
      "open": .number { $0.list.open > 0 ? $0.list.open : nil },
      "current": .flag(\.isCurrent),
    ]
    let list: ListChoice
    /// Whether the task is in this list.
    let isCurrent: Bool
  }

  static func rows(of content: Content, for look: Look) -> [Row] {
    (content.choices?.lists ?? []).map { Row(list: $0, isCurrent: $0.id == content.list) }
  }

  static var samples: [Sample<DestinationsScreen>] {
    func content(_ choices: ListChoices, from: TaskStep? = nil) -> Content {
      Content(choices: choices, task: Samples.taskID(11), list: Samples.listID(2), from: from)
    }
    return [
      Sample("from-a-list", content: content(Samples.choices)),
      Sample("from-today", content: content(Samples.choices, from: .today())),
      Sample("page-of-many", content: content(Samples.someChoices)),
    ]
  }
}

extension Reason {
  /// There is no list but the task's own.
  static let noOtherList = Reason("no-other-list", ["new": .link(.startList)])
}
