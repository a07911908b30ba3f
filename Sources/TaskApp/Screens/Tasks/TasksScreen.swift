import Foundation
import StatePages
import StateViews
import Tasks

/// The open tasks of a list.
enum TasksScreen: Screen {
  static let name: ViewName = "tasks"
  static let failures = Failure.usual + Failure.readingStore
  static let emptyReasons = [Reason.nothingYet, Reason.allDone(completed: 23, last: Samples.afternoon)]

  struct Content: Sendable {
    let page: OpenPage
    var news: RowNews?
    let list: ListID
    /// The list's revision, if its tasks are put in order: what moves are based on.
    var arranging: ChangeID?
  }

  struct View: TemplateView {
    static let fields: [String: Field<View>] = [
      "rows": .pieces(\.rows),
      "pages": .view(\.pages),
    ]
    let rows: [TaskRowView]
    /// Nil where all are on one page.
    let pages: TaskPages?
  }

  static func view(of content: Content, for look: Look) -> View {
    View(
      rows: TaskRowView.rows(content.page.rows, news: content.news, arranging: content.arranging, for: look),
      pages: content.page.paging.last > 1 ? TaskPages(page: content.page, list: content.list) : nil)
  }

  static var samples: [Sample<TasksScreen>] {
    let list = Samples.listID(2)
    func all(_ rows: [TaskRow]) -> OpenPage { OpenPage(rows: rows, number: 1, paging: Paging(rows.count, of: nil)) }
    let paging = Paging(101, of: Samples.kitchen.count)
    func many(_ number: Int) -> Content {
      let rows = Array(Samples.kitchen.prefix(paging.rows(on: number).count))
      return Content(page: OpenPage(rows: rows, number: number, paging: paging), list: list)
    }
    return [
      Sample(
        "kitchen",
        content: Content(
          page: all(Samples.kitchen),
          news: RowNews(task: Samples.taskID(14), isCompleted: true, undo: Site.undo(Samples.changeID(40)).path),
          list: list)),
      Sample("scripts-of-the-world", content: Content(page: all(Samples.world), list: list)),
      Sample("first-of-many", content: many(1)),
      Sample("among-many", content: many(2)),
      Sample("last-of-many", content: many(8)),
      Sample(
        "arranging",
        content: Content(
          page: all(Array(Samples.kitchen.prefix(4))), list: list, arranging: Samples.changeID(40))),
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
