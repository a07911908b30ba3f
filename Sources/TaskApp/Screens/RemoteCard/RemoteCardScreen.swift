import Foundation
import StatePages
import StateViews
import Tasks

/// The card of a followed list on the overview, and on Today while its tasks there may not be all. It has a state of its own, so a slow
/// or failed source delays no other card.
enum RemoteCardScreen: ListScreen, SourceScreen {
  static let name: ViewName = "remote-card"
  static let emptyReasons = RemoteScreen.emptyReasons
  static let shownFailures = failures

  struct Content: ListContent {
    /// The first open tasks, late ones and those of today before the others.
    let tasks: [CardScreen.Content.Excerpt]
    /// The number of open tasks, without subtasks, and of those that are not shown.
    let open, more: Int
    /// The number of open tasks that are late.
    var late = 0
    let checked: Date
    /// The number of completed tasks, and of those that could not be read.
    var others = 0

    var count: Int { open + others }
  }

  static let fields: [String: Field<ListView<RemoteCardScreen>>] = [
    "rows": .rows(\.rows),
    // Overrides the caption's count, which is from before the fetch.
    "open": .number(\.content.open.ifAny),
    "late": .number(\.content.late.ifAny), "more": .number(\.content.more.ifAny),
    "asOf": .view { Moment($0.content.checked, for: $0.look) },
  ]

  static func rows(of content: Content, for look: DisplaySettings) -> [CardScreen.Row] {
    CardScreen.rows(of: content.tasks, for: look)
  }

  static var samples: [Sample<RemoteCardScreen>] { Samples.remoteCards }

  /// The region of a list. Its source is fetched while the page loads, if that is due.
  /// - Parameter returning: the fields of its retry form that name the page to return to.
  static func region(
    _ list: ListSummary, from source: Source, returning: [FormAction.HiddenField], _ request: SignedInRequest
  ) async throws(Failure) -> Region<RemoteCardScreen> {
    let loader = RemoteLoader(
      source, request, .init(size: CardScreen.taskCount, extent: .card(list.id, now: request.reader.dueNow)),
      mayFetch: request.mayFetch)
    let stored = try await loader.stored()
    return loader.region(
      "list-\(list.id)", over: stored, caption: SourceCaption(source, of: list, isCard: true, for: request.look),
      retry: source.isHidden ? request.retry : .post(request.action(.list(list.id, .refresh)), returning),
      weight: .secondary
    ) { copy in
      Content(
        tasks: copy.card.rows.map(CardScreen.Content.Excerpt.init),
        open: copy.copy.open, more: max(0, copy.copy.open - copy.card.rows.count { $0.parent == nil }),
        late: copy.card.late, checked: copy.copy.checked, others: copy.copy.closed + copy.copy.skipped)
    }
  }
}
