import Foundation
import StatePages
import StateViews
import Tasks

/// What was deleted and can be restored.
enum TrashScreen: Screen {
  static let name: ViewName = "trash"
  static let failures = Failure.usual + Failure.readingStore
  static let emptyReasons = [Reason.nothingYet]

  struct View: TemplateView {
    static let fields: [String: Field<View>] = ["rows": .rows(\.rows)]
    let rows: [Row]
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

  static func view(of content: [TrashItem], for look: Look) -> View {
    View(rows: content.map { Row($0, for: look) })
  }

  static var samples: [Sample<TrashScreen>] {
    [Sample("list-and-tasks", caption: NoCaption(), content: Samples.trash)]
  }
}
