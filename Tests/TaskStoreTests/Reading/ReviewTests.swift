import Foundation
import Tasks
import Testing

@testable import TaskStore

final class ReviewTests: WorldTests {
  /// The test clock starts on 2 February 2026.
  private static let today = Day(iso: "2026-02-02") ?? .first

  /// The beginnings of three days from the start of the clock on, and the end of the last.
  private func days(_ world: World) -> [Date] {
    (0...3).map { Date(timeIntervalSince1970: 1_770_000_000 + Double($0) * 86_400) }
  }

  private func review(_ world: World) async throws -> Review {
    try await world.mine.review(days: days(world), now: ZonedTime(startOf: Self.today))
  }

  private func setDue(_ task: TaskID, _ due: String, _ world: World) async throws -> ChangeID? {
    let stored = try await world.mine.task(task)
    return try await world.mine.editTask(
      task, draft(stored.text.title, due: due), version: stored.version
    ).change
  }

  @Test func `tasks are counted on the day on which they were completed, also those in the trash`() async throws {
    let list = try await world.list()
    let tasks = try await world.add("a", "b", "c", "d", to: list)
    try await world.mine.complete(tasks[0])
    world.clock.advance(days: 1)
    try await world.mine.complete(tasks[1])
    try await world.mine.complete(tasks[2])
    try await world.mine.clearCompleted(in: list)
    world.clock.advance(days: 5)
    try await world.mine.complete(tasks[3])
    let review = try await review(world)
    #expect(review.completed == [1, 2, 0] && !review.isCut)
    #expect(review.lists == [], "nothing is open")
  }

  @Test func `lists tell their open tasks, and how many of them are late`() async throws {
    let (house, garden) = (try await world.list("House"), try await world.list("Garden"))
    _ = try await world.list("Empty")
    try await world.mine.addTasks(
      [draft("a", due: "2026-02-01"), draft("b", due: "2026-02-02"), draft("c")], to: house, submission: .fresh())
    try await world.mine.addTasks(
      (1...120).map { try draft("\($0)", due: "2026-01-01") }, to: garden, submission: .fresh())
    let lists = try await review(world).lists.sorted { $0.id < $1.id }
    #expect(
      lists == [
        Review.List(id: house, name: "House", open: 3, late: 1),
        Review.List(id: garden, name: "Garden", open: 120, late: Limits.countedMatches),
      ])
  }

  @Test func `open tasks that were moved later more than once are counted, without undone moves`() async throws {
    let list = try await world.list()
    let tasks = try await world.mine.addTasks(
      ["often", "once", "back", "gone", "undone"].map { try draft($0, due: "2026-02-03") }, to: list,
      submission: .fresh()
    ).tasks
    for day in ["2026-02-04", "2026-02-05", "2026-02-09"] { _ = try await setDue(tasks[0], day, world) }
    _ = try await setDue(tasks[1], "2026-02-04", world)
    for day in ["2026-02-02", "2026-02-01", "2026-01-01", ""] { _ = try await setDue(tasks[2], day, world) }
    for day in ["2026-02-04", "2026-02-05"] { _ = try await setDue(tasks[3], day, world) }
    try await world.mine.deleteTask(tasks[3])
    _ = try await setDue(tasks[4], "2026-02-04", world)
    let undone = try #require(try await setDue(tasks[4], "2026-02-05", world))
    try await world.mine.undo(undone)
    let postponed = try await review(world).postponed
    #expect(postponed.map(\.title) == ["often"] && postponed.map(\.times) == [3])
    #expect(postponed.first?.due?.iso == "2026-02-09")
    try await world.store.forgetChanges(before: .distantFuture)
    #expect(try await review(world).postponed == [])
  }

  @Test func `another account's tasks are not reviewed`() async throws {
    let other = try await world.asStranger()
    let list = try await other.list()
    let tasks = try await other.add("a", "b", to: list)
    try await other.mine.complete(tasks[0])
    let review = try await review(world)
    #expect(review == Review(completed: [0, 0, 0], isCut: false, lists: [], postponed: []))
    #expect(try await self.review(other).completed == [1, 0, 0])
  }
}
