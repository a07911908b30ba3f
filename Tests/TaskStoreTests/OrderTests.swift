import GRDB
import Tasks
import TestSupport
import Testing

@testable import TaskStore

final class OrderTests: ListTests {
  @Test(arguments: 1...6, 1...6)
  func `a task moves to the requested position`(from: Int, to: Int) async throws {
    let tasks = try await world.add("A", "B", "C", "D", "E", "F", to: list)
    try await mine.moveTask(tasks[from - 1], to: to)
    var expected = ["A", "B", "C", "D", "E", "F"]
    expected.insert(expected.remove(at: from - 1), at: to - 1)
    #expect(try await world.open(list) == expected)
  }

  @Test func `a task can always move between two others, and back by an undo`() async throws {
    let tasks = try await world.add("A", "B", "C", "D", to: list)
    try await mine.complete(tasks[3])
    for round in 0..<100 {
      let before = try await world.open(list)
      // The last of three moves to the middle, again and again, which halves the same gap each time.
      let last = try #require(try await mine.openTasks(in: list).last)
      let change = try #require(try await mine.moveTask(last.id, to: 2).change)
      let after = try await world.open(list)
      #expect(after == [before[0], before[2], before[1]])
      if round % 3 == 0 {
        let undone = try #require(try await mine.undo(change).change)
        #expect(try await world.open(list) == before)
        try await mine.undo(undone)
        #expect(try await world.open(list) == after)
      }
    }
    try await mine.reopen(tasks[3])
    #expect(try await world.open(list).last == "D")
  }

  @Test
  func `a move writes few rows however large the trash is, and a restored task returns to its position`() async throws {
    let titles = (0..<1_000).map { "\($0)" }
    for _ in 0..<10 {
      let added = try await world.mine.addTasks(try titles.map { try draft($0) }, to: list, submission: .fresh())
      try await world.mine.undo(try #require(added.change))
    }
    var order = try await world.add("A", "B", "C", "D", "E", to: list)
    let trashed = try await world.add("T", to: list)[0]
    try await world.mine.moveTask(trashed, to: 3)
    try await world.mine.deleteTask(trashed)
    var dice = Seeded(7)
    var most = 0
    for round in 0..<400 {
      // Most moves are between the same two tasks, whose gap is used up soon.
      let target = round % 4 == 0 ? Int.random(in: 0..<5, using: &dice) : 1
      let task = order[round % 4 == 0 ? Int.random(in: 0..<5, using: &dice) : 4]
      let before = try await world.store.rowsWritten()
      try await world.mine.moveTask(task, to: target + 1)
      most = max(most, try await world.store.rowsWritten() - before)
      order.insert(order.remove(at: order.firstIndex(of: task) ?? 0), at: target)
      #expect(try await world.mine.openTasks(in: list).map(\.id) == order)
    }
    #expect(most < 200, "\(most) rows were written for one move")
    let places = try await world.store.read { [list] db in
      try Int64.fetchAll(db, sql: "SELECT position FROM tasks WHERE list = ?", arguments: [list.value])
    }
    #expect(Set(places).count == places.count, "no two tasks have one place")
  }

  @Test func `a hidden row keeps its position while the rows around it are renumbered`() async throws {
    var order = try await world.add("A", "B", "C", "D", to: list)
    let hidden = order.remove(at: 1)
    try await mine.deleteTask(hidden)
    // C and D swap right behind it again and again.
    for _ in 0..<200 {
      try await mine.moveTask(order[2], to: 2)
      order.swapAt(1, 2)
    }
    try await mine.restoreTask(hidden)
    let open = try await mine.openTasks(in: list).map(\.id)
    #expect(open.filter { $0 != hidden } == order)
    #expect(open.first == order[0], "it did not get before what it stood behind")
  }
}

extension AccountStore {
  /// Moves a task of the first level to a number among the open tasks of its list, from 1.
  @discardableResult
  fileprivate func moveTask(_ task: TaskID, to number: Int) async throws -> Written {
    let others = try await openTasks(in: self.task(task).list).map(\.id).filter { $0 != task }
    return try await moveTask(task, number > others.count ? .bottom : .before(others[number - 1]))
  }
}

extension TaskStore {
  /// The number of rows written since the database was opened.
  fileprivate func rowsWritten() async throws -> Int {
    try await database.writeWithoutTransaction { db in db.totalChangesCount }
  }
}
