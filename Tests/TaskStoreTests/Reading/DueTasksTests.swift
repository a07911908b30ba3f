import Tasks
import Testing

@testable import TaskStore

final class DueTasksTests: ListTests {
  private static let today = Day(iso: "2026-03-02") ?? .first

  private func add(_ title: String, due days: Int?, priority: String = "", to list: ListID? = nil) async throws
    -> TaskID
  {
    let due = days.map { Self.today.adding(days: $0).iso } ?? ""
    let drafts = [try draft(title, due: due, priority: priority)]
    return try await world.mine.addTasks(drafts, to: list ?? self.list, submission: .fresh())
      .tasks[0]
  }

  private func titles(_ section: DueSection, _ number: Int = 1, of size: Int = 9, after change: ChangeID? = nil)
    async throws -> [String]
  {
    let changed = change == nil ? [] : try await mine.changedRows(by: #require(change))
    return try await mine.duePage(
      section, number, of: size, now: ZonedTime(startOf: Self.today), including: changed
    ).rows.map(\.row.title)
  }

  private func counts() async throws -> DueCounts {
    try await world.store.frameData(of: world.account, today: Self.today, in: "GMT").due.counts(at: .midnight)
  }

  @Test(arguments: [(-400, DueSection.late), (-1, .late), (0, .today), (1, .soon), (7, .soon), (8, nil), (400, nil)])
  func `a task is in the section of its day`(days: Int, section: DueSection?) async throws {
    _ = try await add("A", due: days)
    for each in DueSection.allCases { #expect(try await titles(each) == (each == section ? ["A"] : [])) }
    #expect(DueSection(of: DueTime(Self.today.adding(days: days), nil), at: DueTime(startOf: Self.today)) == section)
    let counts = try await counts()
    #expect(counts == DueCounts(late: section == .late ? 1 : 0, today: section == .today ? 1 : 0, hasDates: true))
  }

  @Test func `tasks of all lists come by day, then by priority, then by age`() async throws {
    let other = try await world.list("Other")
    _ = try await add("C", due: -1)
    _ = try await add("D", due: -1, to: other)
    _ = try await add("B", due: -1, priority: "high", to: other)
    _ = try await add("A", due: -2)
    _ = try await add("without", due: nil)
    #expect(try await titles(.late) == ["A", "B", "C", "D"])
    let page = try await mine.duePage(.late, 1, of: 9, now: ZonedTime(startOf: Self.today))
    #expect(page.rows.map(\.listName) == ["House", "Other", "House", "Other"])
  }

  @Test func `completed and deleted tasks, and those of a list in the trash, are not due`() async throws {
    let other = try await world.list("Other")
    let (a, b) = (try await add("A", due: 0), try await add("B", due: 0))
    _ = try await add("C", due: 0, to: other)
    try await mine.complete(a)
    try await mine.deleteTask(b)
    #expect(try await titles(.today) == ["C"])
    try await mine.deleteList(other)
    #expect(try await titles(.today) == [])
    #expect(try await counts() == DueCounts())
    try await mine.restoreList(other)
    try await mine.reopen(a)
    try await mine.restoreTask(b)
    #expect(try await titles(.today) == ["A", "B", "C"])
  }

  @Test func `a section has pages, and a page out of range is clamped`() async throws {
    for title in ["A", "B", "C", "D", "E"] { _ = try await add(title, due: 0) }
    #expect(try await titles(.today, 1, of: 2) == ["A", "B"])
    #expect(try await titles(.today, 3, of: 2) == ["E"])
    #expect(try await titles(.today, 9, of: 2) == ["E"])
  }

  @Test func `a changed task stays where it was, on the page of that place only`() async throws {
    var tasks: [TaskID] = []
    for title in ["A", "B", "C", "D", "E"] { tasks.append(try await add(title, due: 0)) }
    let store = world.store
    let actions: [@Sendable (TaskID, AccountID) async throws -> Written] = [
      { try await store[$1].complete($0) },
      { try await store[$1].setDue($0, to: Self.today.adding(days: 1)) },
      { try await store[$1].setDue($0, to: nil) },
      { try await store[$1].deleteTask($0) },
    ]
    for action in actions {
      let change = try #require(try await action(tasks[1], world.account).change)
      #expect(try await titles(.today, 1, of: 3, after: change) == ["A", "B", "C"])
      #expect(try await titles(.today, 2, of: 3, after: change) == ["D", "E"])
      #expect(try await titles(.soon, after: change).contains("B") == false, "it is not shown twice")
      #expect(try await titles(.today, 1, of: 3) == ["A", "C", "D"])
      try await store[world.account].undo(change)
      #expect(try await titles(.today) == ["A", "B", "C", "D", "E"])
    }
  }

  @Test func `a due day is set as one change, and again without effect`() async throws {
    let task = try await add("A", due: nil)
    let written = try await mine.setDue(task, to: Self.today)
    #expect(written.acted)
    let again = try await mine.setDue(task, to: Self.today)
    #expect(!again.acted && again.change == written.change)
    let change = try #require(written.change)
    #expect(try await mine.change(change).kind == .taskScheduled)
    let undone = try await mine.undo(change)
    #expect(undone.place == .row(task, in: list))
    #expect(try await mine.task(task).due == nil)
  }

  @Test func `the header tells what is next and whether there is anything`() async throws {
    func header() async throws -> TodayHeaderData { try await mine.todayHeader(now: ZonedTime(startOf: Self.today)) }
    #expect(try await header().hasTasks == false)
    _ = try await add("A", due: nil)
    let without = try await header()
    #expect(without.hasTasks && !without.counts.hasDates)
    _ = try await add("far", due: 20)
    let next = try await add("near", due: 8)
    #expect(try await header().next == NextDueTask(id: next, title: "near", due: Self.today.adding(days: 8)))
    _ = try await add("soon", due: 7)
    #expect(try await header().soon == 1)
  }

  @Test func `counting ends at a thousand`() async throws {
    let drafts = try (0..<1_000).map { try draft("\($0)", due: Self.today.adding(days: -1).iso) }
    for _ in 0..<2 { try await world.mine.addTasks(drafts, to: world.list("Many"), submission: .fresh()) }
    #expect(try await counts().late == DueCounts.most)
  }
}
