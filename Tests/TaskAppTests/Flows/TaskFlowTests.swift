import StatePages
import StateViews
import Tasks
import Testing

@testable import TaskApp

struct TaskFlowTests {
  @Test func `a task is shown beside its list, with the change that it reports, and its form as well`() {
    func beside(_ step: TaskStep) -> TaskStep? {
      if case .beside(let other) = TaskFlow().presentation(of: step) { other } else { nil }
    }
    let did = RecentChanges(Self.change)
    let shown = TaskStep.task(Self.task, at: .row(Self.step), page: 2, did: did)
    #expect(beside(shown) == .listOf(Self.task, at: .row(Self.step), did: did))
    #expect(beside(.form(.task(Self.task, .edit))) == .listOf(Self.task))
    for step in [TaskStep.overview(), .today(), .list(Self.list), .listOf(Self.task), .settings] {
      #expect(beside(step) == nil)
    }
  }

  @Test func `a task that is opened from the list beside another keeps the list in place`() {
    let next = TaskFlow().after(.wants(.openTask(Self.step)), at: .listOf(Self.task))
    #expect(next == .show(.task(Self.step, at: .row(Self.step))))
    #expect(TaskFlow().after(.wants(.openTask(Self.step)), at: .list(Self.list)) == .show(.task(Self.step)))
  }

  private static let list = ListID(5)
  private static let section = SectionID(7)
  private static let task = TaskID(17)
  private static let step = TaskID(19)
  private static let change = ChangeID(3)

  @Test(arguments: [
    (TaskFlow.Event.createdList(list, change), TaskFlow.Step.list(list, at: .newTask, did: RecentChanges(change))),
    (.changedList(list, change), .list(list, did: RecentChanges(change))),
    (.pickedList(list), .overview(.arranging(list), at: .card(list))),
    (.movedList(list, change), .overview(.arranging(), at: .card(list), did: change)),
    (.movedList(list, nil), .overview(.arranging(list), at: .card(list))),
    (.deletedList(change), .overview(did: change)),
    (.addedTasks(to: list, ListRows(), change), .list(list, at: .newTask, did: RecentChanges(change))),
    (
      .addedTasks(to: list, ListRows(page: 3), change),
      .list(list, at: .newTask, rows: ListRows(page: 3), did: RecentChanges(change))
    ),
    (.changedPreferences(of: list, arranging: false), .list(list)),
    (.changedPreferences(of: list, arranging: true), .list(list, .arranging())),
    (.changedTask(task, in: list, change), .list(list, at: .row(task), did: RecentChanges(change))),
    (.pickedTask(task, in: list), .list(list, .arranging(task), at: .row(task))),
    (.movedTask(task, in: list, change), .list(list, .arranging(), at: .row(task), did: RecentChanges(change))),
    (.movedTask(task, in: list, nil), .list(list, .arranging(task), at: .row(task))),
    (.changedSection(section, in: list, change), .list(list, at: .heading(section), did: RecentChanges(change))),
    (
      .renamedSection(section, in: list, change),
      .list(list, rows: ListRows(section: section), did: RecentChanges(change))
    ),
    (.pickedSection(section, in: list), .list(list, .movingSection(section), at: .heading(section))),
    (
      .movedSection(section, in: list, change),
      .list(list, .arranging(), at: .heading(section), did: RecentChanges(change))
    ),
    (.changedSection(section, in: list, nil), .list(list, at: .heading(section))),
    (.duplicatedList(list, change), .list(list, .renaming, did: RecentChanges(change))),
    (.changedTasks(in: list, change), .list(list, at: .openTasks, did: RecentChanges(change))),
    (.undid(.overview, change), .overview(did: change)),
    (.undid(.list(list), change), .list(list, did: RecentChanges(change))),
    (.undid(.row(task, in: list), change), .list(list, at: .row(task), did: RecentChanges(change))),
    (.undid(.task(task, in: list), change), .task(task, did: RecentChanges(change))),
    (.undid(.trash, change), .trash(did: change)),
    (.emptiedTrash, .trash()),
    (.changedList(list, nil), .list(list)),
    (.signedIn(.first), .home),
  ])
  func `every event leads to the page and place where its effect is shown`(event: TaskFlow.Event, step: TaskFlow.Step) {
    // The page of a task stays where its steps are changed.
    let isSteps = event == .undid(.list(Self.list), Self.change)
    let starts: [TaskFlow.Step] = [.overview(), .list(Self.list), .trash()] + (isSteps ? [] : [.task(Self.task)])
    for start in starts {
      #expect(TaskFlow().after(event, at: start) == .show(step))
    }
  }

  private static let onToday = TaskStep.today(at: .row(TaskID(1)), pages: pages, did: RecentChanges(ChangeID(1)))

  @Test(arguments: [
    (
      TaskFlow.Event.changedTask(step, in: list, change),
      TaskFlow.Step.task(task, at: .row(step), page: 2, did: RecentChanges(change))
    ),
    (.changedTask(step, in: list, nil), .task(task, at: .row(step), page: 2)),
    (.addedSubtasks(to: task, page: 3, change), .task(task, at: .newSubtask, page: 3, did: RecentChanges(change))),
    (.undid(.row(step, in: list), change), .task(task, at: .row(step), page: 2, did: RecentChanges(change))),
    (.undid(.list(list), change), .task(task, at: .newSubtask, page: 2, did: RecentChanges(change))),
    (.undid(.overview, change), .overview(did: change)),
    (.changedTask(task, in: list, change), .list(list, at: .row(task), did: RecentChanges(change))),
  ])
  func `a step that is changed on the page of its task is shown there`(event: TaskFlow.Event, step: TaskFlow.Step) {
    #expect(
      TaskFlow().after(event, at: .task(Self.task, page: 2)) == .show(step))
  }

  @Test(arguments: [
    (
      TaskFlow.Event.changedTask(task, in: list, change),
      TaskFlow.Step.today(at: .row(task), pages: pages, did: RecentChanges(change))
    ),
    (.undid(.row(task, in: list), change), .today(at: .row(task), pages: pages, did: RecentChanges(change))),
    (.undid(.list(list), change), .today(pages: pages, did: RecentChanges(change))),
    (.refreshedList(list), .today(pages: pages)),
    (.changedToday(nil, change), .today(pages: pages, did: RecentChanges(change))),
    (.changedToday(task, change), .today(at: .row(task), pages: pages, did: RecentChanges(change))),
  ])
  func `what is done on Today is shown there`(event: TaskFlow.Event, step: TaskFlow.Step) {
    #expect(TaskFlow().after(event, at: Self.onToday) == .show(step))
  }

  @Test(arguments: [
    (TaskFlow.Event.pickedTask(task, in: list), UpcomingView(), UpcomingView(mode: .arranging(task)), false),
    (
      .pickedTask(task, in: list), UpcomingView(span: .day(.first)),
      UpcomingView(span: .month(from: .first), mode: .arranging(task)), false
    ),
    (
      .changedTask(task, in: list, change), UpcomingView(mode: .arranging(task)), UpcomingView(mode: .arranging()),
      true
    ),
    (
      .changedTask(task, in: list, nil), UpcomingView(mode: .arranging(task)), UpcomingView(mode: .arranging(task)),
      false
    ),
    (.undid(.row(task, in: list), change), UpcomingView(mode: .arranging()), UpcomingView(mode: .arranging()), true),
    (.changedTask(task, in: list, change), UpcomingView(page: 2), UpcomingView(page: 2), true),
  ])
  func `what is done on Upcoming is shown there`(
    event: TaskFlow.Event, view: UpcomingView, next: UpcomingView, isTold: Bool
  ) {
    let step = TaskStep.upcoming(next, at: .row(Self.task), did: isTold ? RecentChanges(Self.change) : nil)
    #expect(TaskFlow().after(event, at: .upcoming(view)) == .show(step))
  }

  @Test(arguments: [
    (
      TaskFlow.Event.changedMatches(change), TaskFlow.Step.search(asked, selecting: true),
      TaskFlow.Step.search(asked, at: .results, did: RecentChanges(change))
    ),
    (.undid(.list(list), change), .search(asked), .search(asked, at: .results, did: RecentChanges(change))),
    (.undid(.task(task, in: list), change), .search(asked), .search(asked, at: .row(task), did: RecentChanges(change))),
    (.changedTask(task, in: list, change), .search(asked), .search(asked, at: .row(task), did: RecentChanges(change))),
    (
      .changedTask(task, in: list, change), .list(filter, rows: secondPage),
      .list(filter, at: .row(task), rows: secondPage, did: RecentChanges(change))
    ),
    (.undid(.list(list), change), .list(filter), .list(filter, at: .openTasks, did: RecentChanges(change))),
    (
      .undid(.row(task, in: list), change), .list(filter, rows: secondPage),
      .list(filter, at: .row(task), rows: secondPage, did: RecentChanges(change))
    ),
    (
      .wants(.turn(to: 2)), .search(asked, selecting: true),
      .search(asked.turned(to: 2), selecting: true, at: .results)
    ),
  ])
  func `what is done to results is shown among them`(event: TaskFlow.Event, start: TaskFlow.Step, step: TaskFlow.Step) {
    #expect(TaskFlow().after(event, at: start) == .show(step))
  }

  private static let asked = SearchParameters(typed: "paint", due: .week)
  private static let filter = ListID(99)
  private static let secondPage = ListRows(page: 2)
  private static let pages = TodayPages(late: 2)

  @Test(arguments: [
    // What was done, on which page, and what the next one tells.
    ("/lists/5?did=3#task-17", "/lists/5", "/lists/5?did=3#task-17"),
    ("/lists/5?did=3#task-17", "/lists/5?did=2&at=4-300#at-4", "/lists/5?did=2-3#task-17"),
    ("/lists/5?did=3#task-17", "/lists/5?all-open&did=1-2", "/lists/5?all-open&did=1-3#task-17"),
    ("/lists/5?did=3#task-17", "/lists/5?live", "/lists/5?live&did=3#task-17"),
    ("/lists/5?did=3#new-task", "/lists/5?section=4&live&did=2", "/lists/5?section=4&live&did=2-3#new-task"),
    ("/lists/5", "/lists/5?did=1-2", "/lists/5?did=1-2"),
    // Other pages, and other ways to look at the same.
    ("/lists/5?did=3", "/lists/6?did=2", "/lists/5?did=3"),
    ("/lists/5?did=3", "/lists/5?select&did=2", "/lists/5?did=3"),
    ("/lists/5?did=3", "/today?did=2", "/lists/5?did=3"),
    ("/today?did=3", "/today?late=2&did=2", "/today?did=2-3"),
    ("/upcoming?did=3", "/upcoming?did=2", "/upcoming?did=2-3"),
    ("/upcoming?did=3", "/upcoming?view=month&did=2", "/upcoming?did=3"),
    ("/upcoming?arrange&did=3", "/upcoming?arrange&did=2", "/upcoming?arrange&did=3"),
    ("/search?q=x&did=3", "/search?q=y&did=2", "/search?q=x&did=3"),
    ("/search?q=x&did=3", "/search?q=x&did=2", "/search?q=x&did=2-3"),
    ("/tasks/17?did=3", "/tasks/17?did=2", "/tasks/17?did=2-3"),
    // No change comes before those of the page, unless an older one was all that was to report.
    ("/lists/5?did=3", "/lists/5?did=4-6", "/lists/5?did=3"),
  ])
  func `rows stay until their page is left`(next: String, page: String, told: String) throws {
    let step = try #require(TaskFlow.addresses.step(at: next))
    let kept = step.keepingRows(of: TaskFlow.addresses.step(at: page))
    #expect(TaskFlow.addresses.address(of: kept).text == told)
  }

  @Test(arguments: ["", "-", "1-", "-1", "2-1", "1-2-3", "x", "0", "1-x"])
  func `changes that are none are ignored in an address`(text: String) { #expect(RecentChanges(text) == nil) }
}
