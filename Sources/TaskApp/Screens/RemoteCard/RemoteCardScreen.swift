import Foundation
import StatePages
import StateViews
import Tasks

/// The card of a remote list on the overview. It has a state of its own, so a slow or failed source delays no other card.
enum RemoteCardScreen: ListScreen, SourceScreen {
  static let name: ViewName = "remote-card"
  static let emptyReasons = RemoteScreen.emptyReasons
  static let shownFailures = failures

  struct Content: ListContent {
    /// The first open tasks, late ones and those of today before the others.
    let tasks: [PlacedRemoteTask]
    /// The number of further open tasks.
    let more: Int
    /// The number of open tasks that are late.
    var late = 0
    let checked: Date

    var count: Int { tasks.count }
  }

  static let fields: [String: Field<ListView<RemoteCardScreen>>] = [
    "rows": .rows(\.rows),
    // Overrides the caption's count, which is from before the fetch.
    "open": .number { ($0.content.count + $0.content.more).ifAny },
    "late": .number(\.content.late.ifAny), "more": .number(\.content.more.ifAny),
    "asOf": .view { Moment($0.content.checked, for: $0.look) },
  ]

  static func rows(of content: Content, for look: Look) -> [RemoteRow] { RemoteRow.rows(content.tasks, for: look) }

  static var samples: [Sample<RemoteCardScreen>] { Samples.remoteCards }
}
