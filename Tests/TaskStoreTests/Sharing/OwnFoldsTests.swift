import Foundation
import GRDB
import TaskFormats
import Tasks
import TestSupport
import Testing

@testable import TaskStore

/// What each reader of a shared list has folded.
final class OwnFoldsTests {
  let ana, ben, carla: World
  let list: ListID
  let task: TaskID
  let section: SectionID

  init() async throws {
    let world = try World()
    (ana, ben) = (try await world.register("Ana"), try await world.register("Ben"))
    carla = try await world.register("Carla")
    list = try await ana.list("Shopping")
    try await world.share(list, with: ben.account, as: .viewer)
    task = try await ana.add("Oats", to: list)[0]
    try await ana.mine.addSubtasks([NestedDraft(draft("Rolled"))], to: task, submission: .fresh())
    let made = try await ana.mine.addSection(ListName(validating: "Dairy"), to: list, submission: .fresh())
    section = try #require(made.section)
  }

  private func titles(seenBy world: World) async throws -> [String] {
    try await world.mine.openPage(1, of: 9, in: list).rows.map(\.title)
  }

  private func isFolded(seenBy world: World) async throws -> Bool? {
    try await world.mine.listHeader(list, now: .first).sections.first?.isFolded
  }

  @Test func `what one member folds, others see unfolded, and who may only read folds as well`() async throws {
    try await ben.mine.setFolded(task, to: true)
    try await ben.mine.setFolded(section, to: true)
    #expect(try await titles(seenBy: ben) == ["Oats"])
    #expect(try await titles(seenBy: ana) == ["Oats", "Rolled"])
    #expect(try await [isFolded(seenBy: ben), isFolded(seenBy: ana)] == [true, false])
    // Twice is no more.
    try await ben.mine.setFolded(section, to: true)
    try await ana.mine.setFolded(task, to: true)
    try await ben.mine.setFolded(task, to: false)
    try await ben.mine.setFolded(section, to: false)
    #expect(try await titles(seenBy: ben) == ["Oats", "Rolled"])
    #expect(try await titles(seenBy: ana) == ["Oats"])
    #expect(try await isFolded(seenBy: ben) == false)
  }

  @Test func `a new subtask is shown to the member who adds it, and stays folded for the others`() async throws {
    try await ana.mine.setFolded(task, to: true)
    try await ben.mine.setFolded(task, to: true)
    try await ana.mine.addSubtasks([NestedDraft(draft("Fine"))], to: task, submission: .fresh())
    #expect(try await titles(seenBy: ana) == ["Oats", "Rolled", "Fine"])
    #expect(try await titles(seenBy: ben) == ["Oats"])
  }

  @Test func `a fold is no change of the list, and goes with its task to another one`() async throws {
    let before = try await ana.mine.history(of: list, limit: 9).count
    try await ana.mine.setFolded(task, to: true)
    #expect(try await ana.mine.history(of: list, limit: 9).count == before)
    let other = try await ana.list("Other")
    let moved = try await ana.mine.transferTask(task, to: other, submission: .fresh())
    #expect(try await ana.mine.openPage(1, of: 9, in: other).rows.map(\.title) == ["Oats"])
    try await ana.mine.undo(#require(moved.change))
    #expect(try await titles(seenBy: ana) == ["Oats"])
  }

  @Test func `others find nothing to fold, and folds end with their task, section and account`() async throws {
    await #expect(throws: StoreError.notFound) { try await self.carla.mine.setFolded(self.task, to: true) }
    await #expect(throws: StoreError.notFound) { try await self.carla.mine.setFolded(self.section, to: true) }
    func count() async throws -> [Int] {
      try await ana.store.read { db in
        try ["task_folds", "section_folds"].map { try db.count("SELECT count(*) FROM \($0)", []) }
      }
    }
    for world in [ana, ben] {
      try await world.mine.setFolded(task, to: true)
      try await world.mine.setFolded(section, to: true)
    }
    #expect(try await count() == [2, 2])
    try await ana.store.removeAccount(ben.account)
    #expect(try await count() == [1, 1])
    try await ana.mine.deleteTask(task)
    try await ana.mine.deleteSection(section)
    try await ana.store.purge(deletedBefore: .distantFuture)
    #expect(try await count() == [0, 0])
  }
}
