import Foundation
import Tasks
import Testing

@testable import TaskStore

/// Changing tasks of several lists at once.
struct ChangingMatchesTests {
  private let scene: Scene

  init() async throws { scene = try await Scene() }

  private struct Scene {
    let world: World
    let house: ListID
    let garden: ListID
    /// Two tasks of the house, then two of the garden.
    let tasks: [TaskID]

    var store: TaskStore { world.store }
    var mine: AccountStore<StoreError> { world.mine }

    init() async throws {
      world = try World()
      house = try await world.list("House")
      garden = try await world.list("Garden")
      tasks = try await world.add("Paint door", "Buy milk", to: house) + world.add("Paint fence", "Mow", to: garden)
    }

    @discardableResult
    func change(_ selection: TaskSelection, _ wanted: BulkChange) async throws -> Written {
      try await mine.changeTasks(selection, wanted)
    }
  }

  private static let all: [BulkChange] = [.complete, .due(Day(iso: "2026-03-01")), .priority(.high), .delete]

  @Test(arguments: all)
  func `all matches are changed in one batch, which undo takes back and makes again`(wanted: BulkChange) async throws {
    let before = try await scene.store.snapshot()
    let written = try await scene.change(.matches(of: "paint", in: TaskFilter()), wanted)
    #expect(Set(written.tasks) == [scene.tasks[0], scene.tasks[2]])
    let change = try #require(written.change)
    let told = try await scene.mine.change(change)
    #expect(told.batch == Change.Batch(lists: 2, tasks: 2) && told.task == nil && told.count == 1)
    let after = try await scene.store.snapshot(before: before)
    let undone = try await scene.mine.undo(change)
    #expect(try await scene.store.snapshot(before: before).rows == before.rows)
    let redone = try await scene.mine.undo(#require(undone.change))
    #expect(redone.change != nil)
    #expect(try await scene.store.snapshot(before: before).rows == after.rows)
  }

  @Test func `each list's history and revision have the part of the list`() async throws {
    let quiet = try await scene.world.list("Quiet")
    let revision = try await scene.mine.list(quiet).revision
    try await scene.change(.matches(of: "paint", in: TaskFilter()), .complete)
    for list in [scene.house, scene.garden] {
      let newest = try #require(try await scene.mine.history(of: list, limit: 1).first)
      #expect(newest.kind == .tasksCompleted && newest.count == 1 && newest.batch?.lists == 2 && newest.undoable)
      #expect(try await scene.mine.list(list).revision == newest.id)
    }
    #expect(try await scene.mine.list(quiet).revision == revision)
  }

  @Test func `undoing the part of one list takes back the parts of all lists`() async throws {
    try await scene.change(.tasks(scene.tasks, in: nil), .complete)
    let part = try #require(try await scene.mine.history(of: scene.house, limit: 1).first)
    let undone = try await scene.mine.undo(part.id)
    #expect(undone.place == .list(scene.house))
    #expect(try await scene.world.open(scene.house).count == 2)
    #expect(try await scene.world.open(scene.garden).count == 2)
    #expect(try await scene.mine.undo(part.id).change == nil, "there is nothing left to undo")
  }

  @Test func `tasks of several lists move to one and back to their own`() async throws {
    let target = try await scene.world.list("Target")
    let change = try await scene.change(.tasks([scene.tasks[3], scene.tasks[0]], in: nil), .move(to: target)).change
    #expect(Set(try await scene.world.open(target)) == ["Paint door", "Mow"])
    let arrived = try await scene.mine.history(of: target, limit: 5).filter { $0.other == target }
    #expect(arrived.count == 2)
    try await scene.mine.undo(#require(change))
    #expect(try await scene.world.open(scene.house) == ["Paint door", "Buy milk"])
    #expect(try await scene.world.open(scene.garden) == ["Paint fence", "Mow"])
    #expect(try await scene.world.open(target) == [])
  }

  @Test func `matches in one list are one change, and one match is changed as its own page would do it`() async throws {
    let one = try await scene.change(.matches(of: "mow", in: TaskFilter()), .complete)
    let told = try await scene.mine.change(#require(one.change))
    #expect(told.kind == .taskCompleted && told.task == scene.tasks[3] && told.batch == nil)
    let list = try await scene.change(.matches(of: nil, in: TaskFilter(list: scene.house)), .delete)
    let deleted = try await scene.mine.change(#require(list.change))
    #expect(deleted.kind == .tasksDeleted && deleted.count == 2 && deleted.batch == nil)
  }

  @Test func `an undo leaves out a list that can't be restored, and tells if none can`() async throws {
    let change = try #require(try await scene.change(.tasks(scene.tasks, in: nil), .complete).change)
    try await scene.mine.deleteList(scene.garden)
    let undone = try #require(try await scene.mine.undo(change).change)
    #expect(try await scene.world.open(scene.house).count == 2)
    #expect(try await scene.mine.change(undone).batch == Change.Batch(lists: 1, tasks: 2))
    let other = try await Scene()
    let gone = try #require(try await other.change(.tasks(other.tasks, in: nil), .complete).change)
    for list in [other.house, other.garden] { try await other.mine.deleteList(list) }
    let error = await #expect(throws: StoreError.self) { try await other.mine.undo(gone) }
    guard case .gone(.list(other.house, _, _)) = error else {
      Issue.record("\(String(describing: error)) is told")
      return
    }
  }

  @Test func `what is left of a batch can be undone after its first list was purged`() async throws {
    try await scene.change(.tasks(scene.tasks, in: nil), .complete)
    let part = try #require(try await scene.mine.history(of: scene.garden, limit: 1).first)
    try await scene.mine.deleteList(scene.house)
    try await scene.store.purge(deletedBefore: .distantFuture)
    try await scene.mine.undo(part.id)
    #expect(try await scene.world.open(scene.garden) == ["Paint fence", "Mow"])
  }

  @Test func `a repeated submission does nothing, also when nothing matches any more`() async throws {
    let submission = SubmissionID.fresh()
    func send() async throws -> Written {
      try await scene.mine.changeTasks(.matches(of: "paint", in: TaskFilter()), .complete, submission: submission)
    }
    let first = try await send()
    let revision = try await scene.mine.revision()
    let second = try await send()
    #expect(!second.acted && second.change == first.change)
    #expect(try await scene.mine.revision() == revision)
    await #expect(throws: StoreError.conflict(.tasksGone(0))) {
      try await scene.change(.matches(of: "paint", in: TaskFilter()), .complete)
    }
  }

  @Test func `tasks of other accounts, in the trash, or in trashed lists are not matched or changed`() async throws {
    let stranger = try await scene.world.asStranger()
    let foreign = try await stranger.add("Paint theirs", to: stranger.list())
    await #expect(throws: StoreError.conflict(.tasksGone(1))) {
      try await scene.change(.tasks(foreign + [scene.tasks[0]], in: nil), .delete)
    }
    try await scene.mine.deleteList(scene.garden)
    await #expect(throws: StoreError.conflict(.tasksGone(2))) {
      try await scene.change(.tasks(scene.tasks, in: nil), .complete)
    }
    #expect(try await scene.change(.matches(of: "paint", in: TaskFilter()), .complete).tasks == [scene.tasks[0]])
    #expect(try await stranger.open(foreign.count == 1 ? stranger.list("Empty") : scene.house) == [])
    #expect(try await stranger.mine.task(foreign[0]).done == nil)
  }

  @Test func `no more than a thousand matches are changed at once`() async throws {
    let titles = (1...Limits.tasksAtOnce).map { "chore \($0)" }.joined(separator: "\n")
    try await scene.mine.addTasks(TaskDraft.titles(from: titles), to: scene.house, submission: .fresh())
    #expect(try await scene.mine.selectableMatches(of: "chore", in: TaskFilter()) == Limits.tasksAtOnce)
    #expect(try await scene.mine.selectableMatches(of: nil, in: TaskFilter()) == nil)
    await #expect(throws: StoreError.limit(.tasksAtOnce(Limits.tasksAtOnce))) {
      try await scene.change(.matches(of: nil, in: TaskFilter()), .complete)
    }
    let change = try #require(try await scene.change(.matches(of: "chore", in: TaskFilter()), .complete).change)
    #expect(try await scene.mine.change(change).count == Limits.tasksAtOnce)
  }
}
