import Tasks
import Testing

@testable import TaskStore

/// A list that starts again, and a copy of a list.
struct StartingAgainTests {
  private let world: World
  private let list: ListID

  init() async throws {
    world = try World()
    list = try await world.list("Packing")
    try await add("Tent", due: "2026-06-10", start: "2026-06-08", done: true)
    try await add("Stove", due: "2026-06-12", done: true)
    try await add("Map", due: "2026-06-01")
  }

  @discardableResult
  private func add(_ title: String, due: String = "", start: String = "", done: Bool = false) async throws -> TaskID {
    let draft = try TaskDraft(validating: TaskInput(title: title, due: due, start: start))
    let task = try #require(try await world.mine.addTasks([draft], to: list, submission: .fresh()).tasks.first)
    if done { try await world.mine.complete(task) }
    return task
  }

  private func dates() async throws -> [String] {
    try await world.mine.openPage(1, of: 100, in: list).rows.map { "\($0.title) \($0.due?.iso ?? "-")" }.sorted()
  }

  @Test(
    arguments: [
      (nil, ["Map 2026-06-01", "Stove 2026-06-12", "Tent 2026-06-10"]),
      ("2027-06-10", ["Map 2026-06-01", "Stove 2027-06-12", "Tent 2027-06-10"]),
      ("2026-01-31", ["Map 2026-06-01", "Stove 2026-02-02", "Tent 2026-01-31"]),
    ] as [(String?, [String])])
  func `completed tasks open again, dates move along, one undo reverts it`(
    day: String?, expected: [String]
  ) async throws {
    let written = try await world.mine.startAgain(list, on: day.flatMap { Day(iso: $0) })
    #expect(try await dates() == expected)
    let tent = try await world.mine.task(TaskID(1)).text
    if day == "2027-06-10" { #expect(tent.start?.iso == "2027-06-08") }
    try await world.mine.undo(try #require(written.change))
    #expect(try await dates() == ["Map 2026-06-01"])
    #expect(try await world.mine.list(list).completed == 2)
    #expect(try await world.mine.startAgain(list).acted)
    #expect(try await !world.mine.startAgain(list).acted, "nothing is completed")
  }

  @Test func `steps follow their tasks, and a long list takes several transactions but one undo`() async throws {
    let parent = try await add("Kit")
    try await world.mine.addSubtasks(
      [NestedDraft(TaskDraft(validating: TaskInput(title: "Plaster")))], to: parent, submission: .fresh())
    try await world.mine.complete(parent)
    for count in [900, 200] {
      let drafts = try (1...count).map { try TaskDraft(validating: TaskInput(title: "Peg \($0)")) }
      try await world.mine.addTasks(drafts, to: list, submission: .fresh())
      try await world.mine.changeTasks(.open(in: list), .complete)
    }
    let written = try await world.mine.startAgain(list)
    #expect(try await world.mine.list(list).completed == 0)
    let changes = try await world.mine.history(of: list, limit: 5).filter { $0.kind == .tasksReopened }
    #expect(changes.count > 1 && changes.allSatisfy { $0.count <= 1_000 })
    try await world.mine.undo(try #require(written.change))
    #expect(try await world.mine.list(list).open == 0)
  }

  @Test func `a copy has the same tasks and steps, open and completed, and its undo trashes it`() async throws {
    let parent = try await add("Kit")
    try await world.mine.addSubtasks(
      [NestedDraft(TaskDraft(validating: TaskInput(title: "Plaster")))], to: parent, submission: .fresh())
    let submission = SubmissionID.fresh()
    let copy = try await world.mine.copyList(list, submission: submission)
    let (one, other) = (try await world.mine.list(list), try await world.mine.list(copy.list))
    #expect(other.name == one.name && other.open == one.open && other.completed == one.completed)
    let titles = try await world.mine.openPage(1, of: 100, in: copy.list).rows.map(\.title)
    #expect(try await titles == world.mine.openPage(1, of: 100, in: list).rows.map(\.title))
    let step = try await world.mine.task(TaskID(copy.tasks.last?.value ?? 0))
    #expect(step.text.title == "Plaster" && step.parents.map(\.title) == ["Kit"])
    await #expect(throws: StoreError.self) { try await world.mine.copyList(list, submission: submission) }
    try await world.mine.undo(try #require(copy.change))
    #expect(try await world.mine.listsPage(of: 9).rows.map(\.id) == [list])
  }

  @Test func `only own lists of at most a thousand tasks are copied`() async throws {
    let drafts = try (1...1_000).map { try TaskDraft(validating: TaskInput(title: "Peg \($0)")) }
    try await world.mine.addTasks(drafts, to: list, submission: .fresh())
    await #expect(throws: StoreError.limit(.tasksAtOnce(1_000))) {
      try await world.mine.copyList(list, submission: .fresh())
    }
    let other = try await Scene()
    await #expect(throws: StoreError.forbidden) { try await other.mine.copyList(other.choir, submission: .fresh()) }
    await #expect(throws: StoreError.forbidden) { try await other.mine.startAgain(other.choir) }
    await #expect(throws: StoreError.notFound) { try await other.mine.startAgain(ListID(999)) }
  }
}
