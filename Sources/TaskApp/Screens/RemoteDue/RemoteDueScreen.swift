import Foundation
import StatePages
import StateViews
import Tasks

/// The due tasks of a followed list on Today. It has a state of its own, so a slow or failed source delays nothing else.
enum RemoteDueScreen: Screen {
  static let name: ViewName = "remote-due"
  static let family: ViewName? = "source"
  static let emptyReasons = RemoteScreen.emptyReasons + [.nothingDue]
  static let failures = RemoteScreen.failures
  static let shownFailures = Array(failures.prefix(2))
  static let stages = RemoteScreen.stages
  static let taskCount = 6

  struct Caption: TemplateView {
    static let fields: [String: Field<Caption>] = [
      "href": .link { .openList($0.list.id) },
      "name": .text(\.list.name), "cardName": .optional(\.list.name), "host": .text(\.host),
      "checked": .view(\.checked), "former": .flag(\.isFormer),
      "refreshAction": .form { .list($0.list.id, .refresh) },
    ]
    let list: ListSummary
    let host: String
    /// When the copy was last current; nil if there is none.
    var checked: Moment?
    /// Whether the copy was fetched from the source's previous address.
    var isFormer = false
  }

  struct Content: Sendable {
    let list: ListID
    let rows: [PlacedRemoteTask]
    /// The number of further due tasks.
    let more: Int
    let checked: Date
  }

  struct View: TemplateView {
    static let fields: [String: Field<View>] = [
      "rows": .rows(\.rows),
      "more": .number { $0.more > 0 ? $0.more : nil },
      "asOf": .view(\.asOf),
    ]
    let rows: [Row]
    let more: Int
    let asOf: Moment?
  }

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "href": .link(\.href),
      "title": .optional { $0.title.isEmpty ? nil : ShortText.of($0.title, characters: 240, bytes: 600) },
      "due": .view(\.due),
    ]
    let href: TaskIntent
    let title: String
    let due: DueView?
  }

  static func view(of content: Content, for look: Look) -> View {
    let printer = DayPrinter(look)
    let rows = content.rows.map { placed in
      Row(
        href: .openRemoteTask(content.list, number: placed.number, rows: ListRows()), title: placed.task.title,
        due: placed.task.due.map(printer.due))
    }
    return View(rows: rows, more: content.more, asOf: Moment(content.checked, for: look))
  }

  static var samples: [Sample<RemoteDueScreen>] { Samples.remoteDue }
}
