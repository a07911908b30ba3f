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
    let page: TaskRowPage
    /// The rows of the page that are shown.
    let portion: Portion
    var news: RowNotice?
    let list: ListID
    /// The list's revision, if its tasks are put in order: what moves are based on.
    var arranging: ChangeID?
    /// Whether the pages are as long as pages can be.
    var showsAll = false

    /// A page, as much of it as fits.
    init(
      _ page: TaskRowPage, part: Int = 1, room: Int = PageBudget.main, news: RowNotice? = nil, list: ListID,
      arranging: ChangeID? = nil, showsAll: Bool = false
    ) {
      self.page = page
      self.news = news
      self.list = list
      self.arranging = arranging
      self.showsAll = showsAll
      portion = Portion(
        page.rows.map { TaskRowView.bytes(of: $0, isArranging: arranging != nil) }, within: room, wanted: part,
        showing: news.flatMap { news in page.rows.firstIndex { $0.id == news.task } })
    }

    /// The rows that are shown.
    var rows: ArraySlice<TaskRow> { page.rows[portion.rows] }
  }

  struct View: TemplateView {
    static let fields: [String: Field<View>] = [
      "rows": .pieces(\.rows),
      "pages": .view(\.pages),
    ]
    let rows: [TaskRowView]
    /// Nil where all are on one page.
    let pages: PageLinks?
  }

  static func view(of content: Content, for look: Look) -> View {
    let page = content.page
    let places = content.arranging.map { revision in
      TaskPlaces(
        revision: revision, first: page.paging.rows(on: page.number).lowerBound + content.portion.rows.lowerBound,
        count: page.paging.total)
    }
    return View(
      rows: TaskRowView.rows(content.rows, news: content.news, arranging: places, for: look),
      pages: PageLinks(page.number, of: page.paging, content.portion, all: content.allHref) { asked in
        TaskFlow.address(after: .turned(to: asked), at: content.step)
      })
  }

  static func rows(in content: Content) -> Int { content.portion.rows.count }

  static var samples: [Sample<TasksScreen>] {
    let list = Samples.listID(2)
    func all(_ rows: [TaskRow]) -> TaskRowPage {
      TaskRowPage(rows: rows, number: 1, paging: Paging(rows.count, of: nil))
    }
    let paging = Paging(101, of: Samples.kitchen.count)
    func many(_ number: Int) -> Content {
      let rows = Array(Samples.kitchen.prefix(paging.rows(on: number).count))
      return Content(TaskRowPage(rows: rows, number: number, paging: paging), list: list)
    }
    return [
      Sample(
        "kitchen",
        content: Content(
          all(Samples.kitchen),
          news: RowNotice(
            task: Samples.taskID(14), isCompleted: true, undo: TaskFlow.action(.undo(Samples.changeID(40)))),
          list: list)),
      Sample("scripts-of-the-world", content: Content(all(Samples.world), list: list)),
      Sample("first-of-many", content: many(1)),
      Sample("among-many", content: many(2)),
      Sample("last-of-many", content: many(8)),
      Sample("part-of-a-page", content: Content(all(Samples.world), part: 2, room: 3_000, list: list)),
      Sample(
        "arranging-many",
        content: Content(
          TaskRowPage(rows: Array(Samples.kitchen.prefix(paging.size)), number: 2, paging: paging), list: list,
          arranging: Samples.changeID(40))),
      Sample(
        "arranging",
        content: Content(
          all(Array(Samples.kitchen.prefix(4))), list: list, arranging: Samples.changeID(40))),
    ]
  }
}

extension TasksScreen.Content {
  /// Where the flow is: in the mode that the list keeps on all of its pages.
  fileprivate var step: TaskFlow.Step {
    .list(list, arranging == nil ? .using : .arranging, rows: ListRows(showsAll: arranging == nil && showsAll))
  }

  /// Where the list is shown with as many rows as a page can have, if that makes a difference: the eye stays where the rows
  /// end now.
  fileprivate var allHref: String? {
    guard arranging == nil, !showsAll, page.paging.last > 1, page.paging.total <= Limits.largestPage else { return nil }
    return TaskFlow.address(after: .wantedAll(at: rows.last.map { .row($0.id) }), at: step)
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
