import Foundation
import Hummingbird
import StatePages
import StateViews
import TaskStore
import Tasks

/// The deleted lists and tasks that can be restored.
enum TrashScreen: ListScreen {
  static let name: ViewName = "trash"
  static let emptyReasons = [Reason.nothingYet]

  struct Content: ListContent, Sendable {
    let page: TrashItemPage
    /// When the newest item of the whole trash was deleted.
    let newest: Date?
    /// Whether earlier items are still being deleted permanently.
    let isEmptying: Bool

    init(_ page: TrashItemPage, newest: Date?, isEmptying: Bool = false) {
      (self.page, self.newest, self.isEmptying) = (page, newest, isEmptying)
    }

    var count: Int { page.rows.count }

    /// When the newest item was deleted, in milliseconds since 1970. Emptying the trash spares items deleted later.
    fileprivate var until: Int64 { Int64(((newest?.timeIntervalSince1970 ?? 0) * 1_000).rounded()) }
  }

  static let fields: [String: Field<ListView<TrashScreen>>] = [
    "rows": .rows(\.rows), "pages": .view(\.content.page.links), "emptying": .flag(\.content.isEmptying),
    "emptyAction": .form { _ in .emptyTrash },
    "until": .text { String($0.content.until) },
  ]

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "list": .flag { if case .list = $0.item.thing { true } else { false } },
      "filter": .flag { if case .filter = $0.item.thing { true } else { false } },
      "task": .flag { if case .task = $0.item.thing { true } else { false } },
      "name": .text { ShortText.ofRow($0.item.name) },
      "label": .text { ShortText.of($0.item.name) },
      "from": .optional(\.from),
      "steps": .number(\.item.subtasks.ifAny),
      "partOf": .optional { $0.item.partOf.map { ShortText.of($0) } },
      "since": .view(\.since),
      "daysLeft": .number { $0.daysLeft },
      "restoreAction": .optionalForm { $0.item.isRestorable ? $0.restoreAction : nil },
      "by": .optional(\.item.by?.name),
      "initial": .pieces { InitialView.of($0.item.by) },
    ]
    let item: TrashItem
    let since: Moment?
    /// The number of days until it may be deleted permanently, at least one.
    let daysLeft: Int

    init(_ item: TrashItem, for look: DisplaySettings) {
      self.item = item
      since = Moment(item.since, for: look)
      // Counted in calendar days: the page's version contains the day, so its content must not change before midnight.
      let left = Day(of: item.until, in: look.zone).daysSince(look.today)
      daysLeft = min(max(1, left), Limits.trashDays)
    }

    private var from: String? { if case .task(_, _, let list) = item.thing { ShortText.of(list) } else { nil } }

    private var restoreAction: TaskCommand {
      switch item.thing {
      case .list(let id), .filter(let id): .list(id, .restore)
      case .task(let id, _, _): .task(id, .restore)
      }
    }
  }

  static func rows(of content: Content, for look: DisplaySettings) -> [Row] {
    content.page.rows.map { Row($0, for: look) }
  }

  static var samples: [Sample<TrashScreen>] {
    func content(among total: Int, number: Int = 1, isEmptying: Bool = false) -> Content {
      let paging = Paging(total, of: Samples.trash.count)
      let page = TrashItemPage(Samples.trash, number: number, paging: paging)
      return Content(page, newest: Samples.trash.map(\.since).max(), isEmptying: isEmptying)
    }
    return [
      Sample("list-and-tasks", content: content(among: Samples.trash.count)),
      Sample("page-of-many", content: content(among: 1_000, number: 2)),
      Sample("being-emptied", content: content(among: Samples.trash.count, isEmptying: true)),
    ]
  }
}

/// The page of deleted lists and tasks.
enum TrashPage {
  /// A page of the trash.
  static func page(_ number: Int, for request: SignedInRequest) async throws(Failure) -> Page {
    let size = request.look.rows
    let recentChange = try await request.recentChange()
    let isEmptying = try await request.store.isEmptyingTrash()
    let content = request.store.loader(orEmpty: .nothingYet) { store throws(Interruption) in
      let (page, newest) = try await store.trash(page: number, of: size)
      return TrashScreen.Content(page, newest: newest, isEmptying: isEmptying)
    }
    return Page(
      request, .trash, notice: recentChange?.notice
    ) {
      TrashHead()
      Region<TrashScreen>(
        "trash", content, retry: request.retry, placement: .page)
    }
  }
}

struct TrashHead: Piece {
  static let template = "trash/head"
}
