import GRDB
import Tasks
import Testing

@testable import TaskStore

struct OrderTests {
  @Test func `tasks move among the open ones, over those that are hidden`() async throws {
    let world = try World()
    let list = try await world.list()
    let tasks = try await world.add("A", "b", "C", "d", "E", to: list)
    try await world.store.complete(tasks[1], for: world.account)
    try await world.store.deleteTask(tasks[3], for: world.account)
    func move(_ task: Int, _ move: Move) async throws -> String {
      try await world.store.moveTask(tasks[task], move, for: world.account)
      return try await world.open(list).joined()
    }
    #expect(try await move(2, .up) == "CAE")
    #expect(try await move(2, .up) == "CAE", "it is on top already")
    #expect(try await move(2, .down) == "ACE")
    #expect(try await move(0, .bottom) == "CEA")
    #expect(try await move(4, .top) == "ECA")
    #expect(try await move(4, .position(2)) == "CEA")
    #expect(try await move(4, .position(99)) == "CAE")
    #expect(try await move(4, .position(-1)) == "ECA")
    #expect(try await move(0, .position(2)) == "EAC")
    #expect(try await move(1, .up) == "EAC", "a completed one stays")
  }

  @Test(arguments: 1...6, 1...6)
  func `a task goes to the place that is asked for`(from: Int, to: Int) async throws {
    let world = try World()
    let list = try await world.list()
    let tasks = try await world.add("A", "B", "C", "D", "E", "F", to: list)
    try await world.store.moveTask(tasks[from - 1], .position(to), for: world.account)
    var expected = ["A", "B", "C", "D", "E", "F"]
    expected.insert(expected.remove(at: from - 1), at: to - 1)
    #expect(try await world.open(list) == expected)
  }

  @Test func `there is always room between two, and undoing the last move leads back`() async throws {
    let world = try World()
    let list = try await world.list()
    let tasks = try await world.add("A", "B", "C", "D", to: list)
    try await world.store.complete(tasks[3], for: world.account)
    for round in 0..<100 {
      let before = try await world.open(list)
      // The last of three goes to the middle, again and again, which halves the same gap each time.
      let last = try #require(try await world.store.openTasks(in: list, for: world.account).last)
      let change = try #require(try await world.store.moveTask(last.id, .position(2), for: world.account).change)
      let after = try await world.open(list)
      #expect(after == [before[0], before[2], before[1]])
      if round % 3 == 0 {
        let undone = try #require(try await world.store.undo(change, for: world.account).change)
        #expect(try await world.open(list) == before)
        try await world.store.undo(undone, for: world.account)
        #expect(try await world.open(list) == after)
      }
    }
    try await world.store.reopen(tasks[3], for: world.account)
    #expect(try await world.open(list).last == "D")
  }

  @Test func `lists move among those that are not in the trash`() async throws {
    let world = try World()
    var lists: [ListID] = []
    for name in ["A", "b", "C", "D"] { lists.append(try await world.list(name)) }
    try await world.store.deleteList(lists[1], for: world.account)
    func move(_ list: Int, _ direction: Direction) async throws -> String {
      try await world.store.moveList(lists[list], direction, for: world.account)
      return try await world.store.lists(for: world.account).map(\.name).joined()
    }
    #expect(try await move(2, .up) == "CAD")
    #expect(try await move(2, .up) == "CAD")
    #expect(try await move(2, .down) == "ACD")
    #expect(try await move(0, .bottom) == "CDA")
    #expect(try await move(3, .top) == "DCA")
    #expect(try await move(0, .down) == "DCA")
    try await world.store.restoreList(lists[1], for: world.account)
    #expect(try await world.store.lists(for: world.account).count == 4)
  }
}
