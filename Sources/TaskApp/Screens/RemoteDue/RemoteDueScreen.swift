import Foundation
import StatePages
import StateViews
import Tasks

/// The due tasks of a followed list on Today. It has a state of its own, so a slow or failed source delays nothing else.
enum RemoteDueScreen: ListScreen, SourceScreen {
  static let name: ViewName = "remote-due"
  static let emptyReasons = RemoteScreen.emptyReasons + [.nothingDue]
  static let taskCount = 6

  struct Content: ListContent {
    let list: ListID
    let tasks: [PlacedRemoteTask]
    /// The number of further due tasks.
    let more: Int
    let checked: Date

    var count: Int { tasks.count }
  }

  static let fields: [String: Field<ListView<RemoteDueScreen>>] = [
    "rows": .rows(\.rows), "more": .number(\.content.more.ifAny),
    "asOf": .view { Moment($0.content.checked, for: $0.look) },
  ]

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "href": .link(\.href),
      "title": .optional { $0.title.isEmpty ? nil : ShortText.of($0.title, characters: 240, bytes: 600) },
      "due": .view(\.due),
    ]
    let href: TaskStep
    let title: String
    let due: DueView?
  }

  static func rows(of content: Content, for look: Look) -> [Row] {
    let printer = DayPrinter(look)
    return content.tasks.map { placed in
      Row(
        href: .list(content.list, at: .remote(placed.number)), title: placed.task.title,
        due: placed.task.due.map(printer.due))
    }
  }

  static var samples: [Sample<RemoteDueScreen>] { Samples.remoteDue }
}
