import GRDB
import Tasks
import Testing

@testable import TaskStore

struct SavedFilterTests {
  private let world: World
  private var store: TaskStore { world.store }
  private var me: AccountID { world.account }

  init() throws {
    world = try World()
  }

  private func save(_ query: String, as name: String) async throws -> Written {
    try await store.saveFilter(query, as: ListName(validating: name), submission: .fresh(), for: me)
  }

  @Test func `a saved filter is a list with its query, after the others`() async throws {
    let house = try await world.list("House")
    let saved = try await save("due=week&q=é", as: "Soon")
    let lists = try await store.listsPage(of: 9, for: me).lists
    #expect(lists.map(\.id) == [house, saved.list])
    #expect(lists.map(\.filter) == [nil, "due=week&q=é"])
    #expect(lists.map(\.open) == [0, 0] && lists[1].isKnown && lists[1].source == nil)
    let change = try await store.change(#require(saved.change), for: me)
    #expect((change.kind, change.name, change.undoable) == (.filterSaved, "Soon", true))
  }

  @Test func `it is renamed, moved, deleted and restored like a list, each with its undo`() async throws {
    let house = try await world.list("House")
    let id = try await save("due=week", as: "Soon").list
    let version = try await store.list(id, for: me).version
    let renamed = try await store.renameList(id, to: ListName(validating: "Later"), version: version, for: me)
    let moved = try await store.moveList(id, .up, for: me)
    #expect(try await store.listsPage(of: 9, for: me).lists.map(\.id) == [id, house])
    let deleted = try await store.deleteList(id, for: me)
    #expect(try await store.listsPage(of: 9, for: me).lists.map(\.id) == [house])
    for change in [deleted.change, moved.change, renamed.change] {
      #expect(try await store.undo(#require(change), for: me).change != nil)
    }
    let back = try await store.list(id, for: me)
    #expect(back.name == "Soon" && back.filter == "due=week")
    #expect(try await store.listsPage(of: 9, for: me).lists.map(\.id) == [house, id])
  }

  @Test func `its search is replaced, with an undo, and only by its own account`() async throws {
    let house = try await world.list("House")
    let id = try await save("due=week", as: "Soon").list
    let changed = try await store.changeFilter(id, to: "due=late", for: me)
    #expect(try await store.list(id, for: me).filter == "due=late")
    let again = try await store.changeFilter(id, to: "due=late", for: me)
    #expect(!again.acted && again.change == changed.change)
    let undone = try await store.undo(#require(changed.change), for: me)
    #expect(undone.place == .list(id))
    #expect(try await store.list(id, for: me).filter == "due=week")
    try await store.undo(#require(undone.change), for: me)
    #expect(try await store.list(id, for: me).filter == "due=late")
    let stranger = try await world.asStranger()
    await #expect(throws: StoreError.notFound) {
      try await stranger.store.changeFilter(id, to: "due=none", for: stranger.account)
    }
    await #expect(throws: StoreError.forbidden) { try await store.changeFilter(house, to: "due=none", for: me) }
    try await store.deleteList(id, for: me)
    await #expect(throws: StoreError.self) { try await store.changeFilter(id, to: "due=none", for: me) }
    await #expect(throws: StoreError.self) { try await store.undo(#require(changed.change), for: me) }
  }

  @Test func `it takes no tasks, and is no list to choose`() async throws {
    let house = try await world.list("House")
    let tasks = try await world.add("a", to: house)
    let id = try await save("due=week", as: "Soon").list
    await #expect(throws: StoreError.forbidden) {
      try await store.addTasks([draft("b")], to: id, submission: .fresh(), for: me)
    }
    await #expect(throws: StoreError.forbidden) {
      try await store.transferTask(tasks[0], to: id, for: me)
    }
    #expect(try await store.listChoices(for: me).lists.map(\.id) == [house])
    #expect(try await store.list(named: "Soon", for: me) == nil)
    await #expect(throws: (any Error).self) {
      try await store.write { db, _ in
        try db.execute(
          sql: "UPDATE tasks SET list = ? WHERE id = ?", arguments: [id.value, tasks[0].value])
      }
    }
  }

  @Test func `there are at most so many, restored ones included`() async throws {
    var ids: [ListID] = []
    for number in 1...Limits.savedFilters { ids.append(try await save("due=week", as: "Filter \(number)").list) }
    let limit = StoreError.limit(.filters(Limits.savedFilters))
    await #expect(throws: limit) { try await save("due=week", as: "One more") }
    let deleted = try await store.deleteList(ids[0], for: me)
    _ = try await save("due=week", as: "Another")
    await #expect(throws: limit) { try await store.restoreList(ids[0], for: me) }
    await #expect(throws: limit) { try await store.undo(#require(deleted.change), for: me) }
    _ = try await world.list("A list is none")
  }

  @Test func `a repeated form saves it once`() async throws {
    let submission = SubmissionID.fresh()
    let name = try ListName(validating: "Soon")
    let first = try await store.saveFilter("due=week", as: name, submission: submission, for: me)
    let earlier = try #require(first.change)
    await #expect(throws: StoreError.repeated(earlier)) {
      try await store.saveFilter("due=week", as: name, submission: submission, for: me)
    }
    #expect(try await store.listsPage(of: 9, for: me).lists.count == 1)
  }
}
