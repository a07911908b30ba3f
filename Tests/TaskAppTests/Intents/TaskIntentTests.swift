import StatePages
import StateViews
import Tasks
import Testing

@testable import TaskApp

/// What a reader wants, and the step where that leads from the one that they are at.
struct TaskIntentTests {
  private static let list = ListID(5)
  private static let task = TaskID(17)
  private static let section = SectionID(6)
  private static let inSection = ListRows(section: section)
  private static let secondPage = TaskStep.list(list, rows: ListRows(section: section, page: 2, showsAll: true))
  private static let asked = SearchParameters(typed: "paint", due: .week, page: 3)
  private static let days = UpcomingView(span: .month(), list: list, tag: Tag("home"), mode: .arranging(task), page: 2)

  @Test(arguments: [
    (TaskIntent.turn(to: 3), secondPage, TaskStep.list(list, at: .openTasks, rows: inSection.with(page: 3, all: true))),
    (.turn(to: 3), .list(list, .renaming), .list(list, at: .openTasks, rows: ListRows(page: 3))),
    (
      .turn(to: 3), .list(list, .arranging(task)),
      .list(list, .arranging(task), at: .openTasks, rows: ListRows(page: 3))
    ),
    (.turn(to: 3), .list(list, .choosing(task)), .list(list, .choosing(), at: .openTasks, rows: ListRows(page: 3))),
    (.turn(to: 2), .task(task), .task(task, page: 2)), (.turn(to: 2), .trash(), .trash(at: .rows, page: 2)),
    (.turn(to: 2), .overview(.arranging(list)), .overview(.arranging(list), page: 2)),
    (.turnCompleted(to: 2), .list(list), .list(list, at: .completedTasks, rows: ListRows(completed: 2))),
    (.showDue(.all), .today(), .today(pages: TodayPages(whose: .all))),
    (.select, .today(pages: TodayPages(whose: .all, late: 2)), .today(pages: TodayPages(whose: .all), selecting: true)),
    (.finish, .today(pages: TodayPages(whose: .all), selecting: true), .today(pages: TodayPages(whose: .all))),
    (.turnSection(.late, to: 2), .today(), .today(at: .section(.late), pages: TodayPages(late: 2))),
    (.showAll(to: task), .list(list, rows: inSection), .list(list, at: .row(task), rows: inSection.with(all: true))),
    (.rename, .list(list, rows: inSection), .list(list, .renaming, rows: inSection)),
    (.addSeveral, secondPage, .list(list, .addingSeveral, at: .newTask, rows: inSection)),
    (.arrange, secondPage, .list(list, .arranging(), rows: inSection)),
    (.arrange, .overview(), .overview(.arranging())),
    (.finish, .list(list, .selecting), .list(list)),
    (.finish, .search(asked, selecting: true), .search(asked.turned(to: 1))),
    (.finish, .list(list, .renaming, rows: inSection), .list(list, rows: inSection)),
    (.select, .today(), .today(selecting: true)),
    (.select, .search(asked), .search(asked.turned(to: 1), selecting: true)),
    (.putDown, .list(list, .arranging(task), rows: inSection), .list(list, .arranging(), rows: inSection)),
    (.arrangeSection(section), .list(list, .arranging(task)), .list(list, .arranging(task), rows: inSection)),
    (.showOlder(than: ChangeID(9)), .history(list, of: task), .history(list, of: task, before: ChangeID(9))),
    (.showNewest, .history(list, before: ChangeID(9)), .history(list)),
    (.reload, .list(list, .selecting, at: .row(task), did: RecentChanges(ChangeID(9))), .list(list, .selecting)),
    (.closeMenu, .list(list, at: .anchor(RowAnchor(menuOf: task))), .list(list, at: .row(task))),
  ])
  func `what is wanted of a page depends on the step that shows it`(
    _ want: TaskIntent, at step: TaskStep, _ next: TaskStep
  ) {
    #expect(TaskFlow().after(.wants(want), at: step) == .show(next))
  }

  @Test func `other days keep the filters, and lose the page`() {
    func view(after want: TaskIntent) -> UpcomingView? {
      guard case .upcoming(let view) = TaskFlow().next(for: want, at: .upcoming(Self.days)).page else { return nil }
      return view
    }
    let day = Day.first.adding(days: 400)
    #expect(view(after: .showDays(.weeks())) == Self.days.with { $0.span = .weeks() })
    #expect(view(after: .showDay(day)) == Self.days.with { ($0.span, $0.mode) = (.day(day), .using) })
    #expect(view(after: .anyTag) == Self.days.with { $0.tag = nil })
    #expect(view(after: .dropFilters) == Self.days.with { ($0.list, $0.tag) = (nil, nil) })
    #expect(view(after: .putDown) == Self.days.with { $0.mode = .arranging() })
  }

  @Test(arguments: [
    TaskIntent.turn(to: 2), .rename, .select, .arrange, .finish, .showNewest, .turnCompleted(to: 2), .closeMenu,
    .showDay(.first), .showAll(to: nil), .dropFilters, .turnSection(.today, to: 2),
  ])
  func `what has no meaning at a step shows it again`(_ want: TaskIntent) {
    #expect(TaskFlow().after(.wants(want), at: .settings) == .show(.settings))
  }

  @Test func `a page that answers a form wants from the page of that form`() {
    let form = TaskStep.form(.list(Self.list, .addTasks))
    #expect(TaskFlow().after(.wants(.rename), at: form) == .show(.list(Self.list, .renaming)))
    #expect(TaskFlow().after(.wants(.command(.emptyTrash)), at: form) == .show(.form(.emptyTrash)))
  }
}

extension ListRows {
  fileprivate func with(page: Int = 1, all showsAll: Bool = false) -> Self {
    ListRows(section: section, page: page, showsAll: showsAll)
  }
}
