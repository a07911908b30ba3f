import GRDB
import Tasks
import Testing

@testable import TaskStore

final class SavedFilterTests: WorldTests {
  private var store: TaskStore { world.store }

  private func save(_ query: String, as name: String) async throws -> Written {
    try await mine.saveFilter(query, as: ListName(validating: name), submission: .fresh())
  }

  @Test func `its search is replaced, with an undo, and only by its own account`() async throws {
    let house = try await world.list("House")
    let id = try await save("due=week", as: "Soon").list
    let changed = try await mine.changeFilter(id, to: "due=late")
    #expect(try await mine.list(id).filter == "due=late")
    let again = try await mine.changeFilter(id, to: "due=late")
    #expect(!again.acted && again.change == changed.change)
    let undone = try await mine.undo(#require(changed.change))
    #expect(undone.place == .list(id))
    #expect(try await mine.list(id).filter == "due=week")
    try await mine.undo(#require(undone.change))
    #expect(try await mine.list(id).filter == "due=late")
    let stranger = try await world.asStranger()
    await #expect(throws: StoreError.notFound) { try await stranger.mine.changeFilter(id, to: "due=none") }
    await #expect(throws: StoreError.forbidden) { try await mine.changeFilter(house, to: "due=none") }
    try await mine.deleteList(id)
    await #expect(throws: StoreError.self) { try await mine.changeFilter(id, to: "due=none") }
    await #expect(throws: StoreError.self) { try await mine.undo(#require(changed.change)) }
  }

  @Test func `it takes no tasks, and is no list to choose`() async throws {
    let house = try await world.list("House")
    let tasks = try await world.add("a", to: house)
    let id = try await save("due=week", as: "Soon").list
    await #expect(throws: StoreError.forbidden) { try await mine.addTasks([draft("b")], to: id, submission: .fresh()) }
    await #expect(throws: StoreError.forbidden) { try await mine.transferTask(tasks[0], to: id) }
    #expect(try await mine.listChoices().map(\.id) == [house])
    #expect(try await mine.list(named: "Soon") == nil)
    await #expect(throws: (any Error).self) {
      try await store.write { db, _ in
        try db.execute(sql: "UPDATE tasks SET list = ? WHERE id = ?", arguments: [id.value, tasks[0].value])
      }
    }
  }

  @Test func `there are at most so many, restored ones included`() async throws {
    var ids: [ListID] = []
    for number in 1...Limits.savedFilters { ids.append(try await save("due=week", as: "Filter \(number)").list) }
    let limit = StoreError.limit(.filters(Limits.savedFilters))
    await #expect(throws: limit) { try await save("due=week", as: "One more") }
    let deleted = try await mine.deleteList(ids[0])
    _ = try await save("due=week", as: "Another")
    await #expect(throws: limit) { try await mine.restoreList(ids[0]) }
    await #expect(throws: limit) { try await mine.undo(#require(deleted.change)) }
    _ = try await world.list("A list is none")
  }

  @Test func `a repeated form saves it once`() async throws {
    let submission = SubmissionID.fresh()
    let name: ListName = "Soon"
    let first = try await mine.saveFilter("due=week", as: name, submission: submission)
    let earlier = try #require(first.change)
    await #expect(throws: StoreError.repeated(earlier)) {
      try await mine.saveFilter("due=week", as: name, submission: submission)
    }
    #expect(try await mine.listsPage(of: 9).rows.count == 1)
  }
}
