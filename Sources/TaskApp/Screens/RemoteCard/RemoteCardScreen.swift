import Foundation
import StatePages
import StateViews
import Tasks

/// The card of a remote list on the overview. It has a state of its own, so a slow or failed source delays no other card.
enum RemoteCardScreen: Screen {
  static let name: ViewName = "remote-card"
  static let family: ViewName? = "source"
  static let emptyReasons = RemoteScreen.emptyReasons
  static let failures = RemoteScreen.failures
  static let stages = RemoteScreen.stages

  struct Caption: TemplateView {
    static let fields: [String: Field<Caption>] = [
      "id": .text { $0.list.id.description },
      "href": .link { .openList($0.list.id) },
      "name": .text(\.list.name),
      "label": .text { ShortText.of($0.list.name) },
      "open": .number { $0.checked == nil || $0.list.open == 0 ? nil : $0.list.open },
      "late": .number { _ in nil },
      "filter": .flag { _ in false },
      "matches": .number { _ in nil },
      "host": .text(\.host), "cardName": .optional(\.list.name), "checked": .view(\.checked),
      "former": .flag(\.isFormer),
      "refreshAction": .form { .list($0.list.id, .refresh) },
    ]
    let list: ListSummary
    let host: String
    /// When the copy was last current; nil if there is none, and then the list's counts are meaningless.
    var checked: Moment?
    /// Whether the copy was fetched from the source's previous address.
    var isFormer = false
  }

  struct Content: Sendable {
    /// The first open tasks, late ones and those of today before the others.
    let rows: [PlacedRemoteTask]
    /// The number of further open tasks.
    let more: Int
    /// The number of open tasks that are late.
    var late = 0
    let checked: Date
  }

  struct View: TemplateView {
    static let fields: [String: Field<View>] = [
      // Overrides the caption's count, which is from before the fetch.
      "open": .number { $0.open > 0 ? $0.open : nil },
      "late": .number(\.late), "rows": .rows(\.rows), "more": .number(\.more), "asOf": .view(\.asOf),
    ]
    let open: Int
    let late: Int?
    let rows: [RemoteRow]
    let more: Int?
    let asOf: Moment?
  }

  static func view(of content: Content, for look: Look) -> View {
    View(
      open: content.rows.count + content.more, late: content.late > 0 ? content.late : nil,
      rows: RemoteRow.rows(content.rows, for: look), more: content.more > 0 ? content.more : nil,
      asOf: Moment(content.checked, for: look))
  }

  static var samples: [Sample<RemoteCardScreen>] { Samples.remoteCards }
}
