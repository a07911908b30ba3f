import Foundation
import StatePages
import StateViews
import Tasks

/// What was deleted and can be restored.
enum TrashScreen: Screen {
  static let name: ViewName = "trash"
  static let failures = Failure.usual + Failure.readingStore
  static let emptyReasons = [Reason.nothingYet]

  struct Content: Sendable {
    let items: [TrashItem]
    /// Whether what was there before is still being removed for good.
    var isEmptying = false

    fileprivate var until: Int64 {
      items.map { Int64(($0.since.timeIntervalSince1970 * 1_000).rounded()) }.max() ?? 0
    }
  }

  struct View: TemplateView {
    static let fields: [String: Field<View>] = [
      "rows": .rows(\.rows),
      "emptying": .flag(\.isEmptying),
      "emptyAction": .text { _ in Site.trashEmpty.path },
      "until": .text { String($0.until) },
    ]
    let rows: [Row]
    let isEmptying: Bool
    /// When the newest of it was deleted, in milliseconds since 1970: what is deleted later is not removed with what is shown.
    let until: Int64
  }

  struct Row: TemplateView {
    static let fields: [String: Field<Row>] = [
      "list": .flag { $0.isList },
      "task": .flag { !$0.isList },
      "name": .text(\.item.name),
      "from": .optional(\.from),
      "since": .view(\.since),
      "daysLeft": .text { String($0.daysLeft) },
      "lastDay": .flag { $0.daysLeft == 1 },
      "restoreAction": .address(\.restoreAction),
    ]
    let item: TrashItem
    let since: Moment?
    /// How many days it is until the day on which it may be gone for good, at least one.
    let daysLeft: Int

    init(_ item: TrashItem, for look: Look) {
      self.item = item
      since = Moment(Int64(item.since.timeIntervalSince1970), for: look)
      // By days, for the page is named by its day: what it says must not change before midnight.
      let left = Day(of: item.until, in: look.zone).daysSince(look.today)
      daysLeft = min(max(1, left), Limits.trashDays)
    }

    private var isList: Bool {
      switch item.thing {
      case .list: true
      case .task: false
      }
    }

    private var from: String? {
      switch item.thing {
      case .list: nil
      case .task(_, _, let listName): listName
      }
    }

    private var restoreAction: String {
      switch item.thing {
      case .list(let id): Site.listRestore(id).path
      case .task(let id, _, _): Site.taskRestore(id).path
      }
    }
  }

  static func view(of content: Content, for look: Look) -> View {
    View(
      rows: content.items.map { Row($0, for: look) }, isEmptying: content.isEmptying, until: content.until)
  }

  static var samples: [Sample<TrashScreen>] {
    [
      Sample("list-and-tasks", caption: NoCaption(), content: Content(items: Samples.trash)),
      Sample("being-emptied", caption: NoCaption(), content: Content(items: Samples.trash, isEmptying: true)),
    ]
  }
}
