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
    let news: RowNews?
  }

  struct View: TemplateView {
    static let fields: [String: Field<View>] = ["rows": .rows(\.rows)]
    let rows: [TaskRowView]
  }

  static func view(of content: Content, for look: Look) -> View {
    View(rows: TaskRowView.rows(content.rows, news: content.news, for: look))
  }

  static var samples: [Sample<TasksScreen>] {
    let caption = Caption(list: Samples.listID(2), version: Samples.changeID(40), isArranging: false)
    return [
      Sample(
        "kitchen", caption: caption,
        content: Content(
          rows: Samples.kitchen,
          news: RowNews(task: Samples.taskID(14), isCompleted: true, undo: Site.undo(Samples.changeID(40)).path))
      ),
      Sample("scripts-of-the-world", caption: caption, content: Content(rows: Samples.world, news: nil)),
      Sample(
        "arranging", caption: Caption(list: Samples.listID(2), version: Samples.changeID(40), isArranging: true),
        content: Content(rows: Array(Samples.kitchen.prefix(4)), news: nil)),
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
