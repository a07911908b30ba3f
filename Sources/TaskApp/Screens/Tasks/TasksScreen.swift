import Foundation
import StatePages
import StateViews
import TaskStore
import Tasks

enum TasksScreen: ListScreen {
  static let name: ViewName = "tasks"
  static let emptyReasons = [Reason.nothingYet, Reason.allDone(completed: 23, last: Samples.afternoon), .noneOpen]

  struct Content: ListContent, Sendable {
    let page: TaskRowPage
    let states: RowStates
    /// Whether pages have the maximum length.
    let showsAll: Bool
    /// The page of the rows, if that is not the page of their list.
    let home: RowHome?

    init(
      _ page: TaskRowPage, _ states: RowStates = RowStates(), showsAll: Bool = false, home: RowHome? = nil
    ) {
      (self.page, self.states, self.showsAll, self.home) = (page, states, showsAll, home)
    }

    var count: Int { page.rows.count }
  }

  static let fields: [String: Field<ListView<TasksScreen>>] = [
    "rows": .pieces(\.rows), "inForm": .formOfRows(\.rows), "pages": .view(\.content.pages),
  ]

  static func rows(of content: Content, for look: DisplaySettings) -> [TaskRowView] {
    TaskRowView.rows(content.page.rows, content.states, home: content.home, for: look)
  }

  static var samples: [Sample<TasksScreen>] {
    func all(_ rows: [TaskRow]) -> TaskRowPage { TaskRowPage(rows, number: 1, paging: Paging(rows.count, of: nil)) }
    let paging = Paging(101, of: Samples.kitchen.count)
    func many(_ number: Int) -> Content {
      let rows = Array(Samples.kitchen.prefix(paging.rows(on: number).count))
      return Content(TaskRowPage(rows, number: number, paging: paging))
    }
    let undo = TaskCommand.undo(Samples.changeID(40))
    func sample(_ name: String, _ rows: [TaskRow], _ notice: RowNotice) -> Sample<TasksScreen> {
      Sample(name, content: Content(all(rows), RowStates(notice)))
    }
    let (few, anchor) = (Array(Samples.kitchen.prefix(3)), RowAnchor(menuOf: Samples.detail.id))
    let menu = RowMenuForm(
      Samples.detail, members: Samples.people, lists: Samples.choices,
      tags: Samples.tags("garden", "kitchen", "phone").tags, colors: Samples.tagColors, at: anchor,
      returningTo: Samples.from(Samples.listID(2), at: anchor), for: Samples.look)
    var opened = RowStates()
    opened.opened = Samples.taskID(12)
    var colored = RowStates()
    colored.tagColors = Samples.tagColors
    let groceries = RowNotice.Destination(list: Samples.listID(1), name: "Groceries")
    return [
      // The first one, of which placeholders are made.
      Sample("open", content: Content(all(Samples.kitchen.filter { $0.done == nil }))),
      Sample("colored-tags", content: Content(all(Samples.taggedRows), colored)),
      Sample("shared", content: Content(all(Samples.sharedRows))),
      sample("just-completed", Samples.kitchen, RowNotice(Samples.taskID(14), .completed, undo: undo)),
      Sample(
        "full-menu",
        content: Content(
          all(Samples.kitchen), RowStates(pressed: PressedRow(anchor: anchor, menu: menu)))),
      Sample("repeating", content: Content(all(Samples.repeatingRows))),
      sample("deleted", few, RowNotice(Samples.taskID(12), .deleted, undo: undo)),
      sample("moved", few, RowNotice(Samples.taskID(12), .moved, undo: undo, movedTo: groceries)),
      sample("quick-add", Samples.kitchen, RowNotice(Samples.taskID(16), .open, undo: undo, literal: Samples.quickAdd)),
      sample("undated", [Samples.undated], RowNotice(Samples.taskID(65), .open, undo: undo, isAdded: true)),
      Sample("steps", content: Content(all(Samples.outline))),
      Sample("scripts-of-the-world", content: Content(all(Samples.world))),
      Sample("first-of-many", content: many(1)),
      Sample("among-many", content: many(2)),
      Sample("last-of-many", content: many(8)),
      Sample("opened", content: Content(all(Samples.kitchen.filter { $0.done == nil }), opened)),
      Sample(
        "selecting",
        content: Content(
          all(Array(Samples.kitchen.prefix(4))), RowStates(selected: [Samples.taskID(12)]))),
    ]
  }
}

extension TasksScreen.Content {
  /// The links to other pages; nil if all tasks are on one page, and beside the page of a task.
  var pages: PageLinks? {
    states.opened == nil ? PageLinks(page.number, of: page.paging, all: allHref) : nil
  }

  /// The page with all tasks, scrolled to the last row shown now; nil if they exceed one page or are all shown already.
  private var allHref: TaskIntent? {
    guard !states.isSelecting, !showsAll, page.paging.last > 1, page.paging.total <= Limits.largestPage else {
      return nil
    }
    return .showAll(to: page.rows.last?.id)
  }
}

extension Reason {
  static let nothingYet: Reason = "nothing-yet"

  /// All tasks of a list are completed, beside one of them: the field for a new one is on the page of the list.
  static let noneOpen: Reason = "none-open"

  /// The only item is shown elsewhere on the page.
  static let nothingElse: Reason = "nothing-else"

  /// All tasks are completed; `last` is when the last one was, in seconds since 1970-01-01T00:00:00Z, and nil if that is not known.
  static func allDone(completed: Int, last: Int64?) -> Reason {
    var facts: [String: Fact] = ["completed": .number(completed)]
    facts["last"] = last.map(Fact.moment)
    return Reason("all-done", facts)
  }

  init(ofEmpty list: ListSummary) {
    if list.completed > 0, let last = list.lastCompleted {
      self = .allDone(completed: list.completed, last: last.ifKnown.map { Int64($0.timeIntervalSince1970) })
    } else {
      self = .nothingYet
    }
  }
}
