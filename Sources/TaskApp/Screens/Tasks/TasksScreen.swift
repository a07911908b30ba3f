import Foundation
import StatePages
import StateViews
import Tasks

/// The open tasks of a list.
enum TasksScreen: Screen {
  static let name: ViewName = "tasks"
  static let emptyReasons = [Reason.nothingYet, Reason.allDone(completed: 23, last: Samples.afternoon)]

  struct Caption: TemplateView {
    static let fields: [String: Field<Caption>] = [
      "list": .text { $0.list.description },
      "version": .text { $0.version.description },
      "arranging": .flag(\.isArranging),
    ]
    let list: ListID
    /// The list's revision: what moves are based on.
    let version: ChangeID
    let isArranging: Bool
  }

  struct Content: Sendable {
    let rows: [TaskRow]
    var news: RowNews?
    /// How many open tasks there are beyond these.
    var more = 0
    let list: ListID
  }

  struct View: TemplateView {
    static let fields: [String: Field<View>] = [
      "rows": .rows(\.rows),
      "more": .optional(\.more),
      "moreHref": .text(\.moreHref),
    ]
    let rows: [TaskRowView]
    let more: String?
    let moreHref: String
  }

  static func view(of content: Content, for look: Look) -> View {
    View(
      rows: TaskRowView.rows(content.rows, news: content.news, for: look),
      more: content.more > 0 ? String(content.more) : nil,
      // The eye stays where the rows end now.
      moreHref: Site.list(content.list).address(
        [(Query.allOpen, nil)], at: content.rows.last.map { Anchor.task($0.id) }))
  }

  static var samples: [Sample<TasksScreen>] {
    let list = Samples.listID(2)
    let caption = Caption(list: list, version: Samples.changeID(40), isArranging: false)
    return [
      Sample(
        "kitchen", caption: caption,
        content: Content(
          rows: Samples.kitchen,
          news: RowNews(task: Samples.taskID(14), isCompleted: true, undo: Site.undo(Samples.changeID(40)).path),
          list: list)),
      Sample("scripts-of-the-world", caption: caption, content: Content(rows: Samples.world, list: list)),
      Sample("first-of-many", caption: caption, content: Content(rows: Samples.kitchen, more: 87, list: list)),
      Sample(
        "arranging", caption: Caption(list: list, version: Samples.changeID(40), isArranging: true),
        content: Content(rows: Array(Samples.kitchen.prefix(4)), list: list)),
    ]
  }
}

extension Reason {
  /// Nothing was put here yet.
  static let nothingYet: Reason = "nothing-yet"

  /// Nothing is here but what stands elsewhere on the page.
  static let nothingElse: Reason = "nothing-else"

  /// Everything here is completed: how many tasks, and when the last of them was.
  static func allDone(completed: Int, last: Int64) -> Reason {
    Reason("all-done", ["completed": .number(completed), "last": .moment(last)])
  }

  /// Why a list shows no open tasks.
  init(ofEmpty list: ListSummary) {
    if list.completed > 0, let last = list.lastCompleted {
      self = .allDone(completed: list.completed, last: Int64(last.timeIntervalSince1970))
    } else {
      self = .nothingYet
    }
  }
}
