import Foundation
import Tasks
import Testing

@testable import TaskStore

final class FollowingTests: WorldTests {
  static let home = SourceAddress.at("https://choir.example/tasks.ics")
  static let away = SourceAddress.at("https://band.example/todo.txt")

  @Test func `the least recently viewed drafts are dropped`() async throws {
    var drafts: [SourceID] = []
    for number in 0..<Limits.sourceDrafts { drafts.append(try await world.drafted(.at("https://\(number).example/"))) }
    #expect(try await world.drafted(.at("https://0.example/")) == drafts[0])
    let last = try await world.drafted(Self.home)
    await #expect(throws: StoreError.notFound) { try await mine.source(drafts[1]) }
    for id in [drafts[0], drafts[2], last] { _ = try await mine.source(id) }
  }

  @Test func `drafts are swept after a day, and followed sources stay`() async throws {
    let (list, source) = try await world.follow("Choir", [.named("Alto")])
    let draft = try await world.drafted(Self.home)
    world.clock.advance(days: 0.9)
    try await world.store.sweep()
    _ = try await mine.source(draft)
    world.clock.advance(days: 0.2)
    try await world.store.sweep()
    await #expect(throws: StoreError.notFound) { try await mine.source(draft) }
    #expect(try await mine.listHeader(list, now: .first).source?.id == source)
  }

  @Test func `an address that is already followed is reported and not followed again`() async throws {
    let draft = try await world.drafted(Self.home)
    let first = try await follow(world, draft)
    #expect(try await follow(world, draft) == Written(change: first.change, acted: false, list: first.list))
    #expect(try await mine.draftSource(Self.home) == .followed(first.list))
    #expect(try await mine.lists().count == 1)
    try await mine.deleteList(first.list)
    await #expect { _ = try await follow(world, draft) } throws: { error in
      if case .gone(.list(first.list, name: "Choir", since: _)) = error as? StoreError { true } else { false }
    }
    #expect(try await world.drafted(Self.home) != draft, "what lies in the trash is in nobody's way")
  }

  @Test func `a draft with another address starts anew`() async throws {
    let draft = try await world.drafted(Self.home)
    try await world.fetched([.named("Alto")], draft, Self.home, validators: Validators(etag: "\"1\""))
    try await world.record(.failed(.refused, notBefore: world.clock.now), draft, Self.home)
    let before = try await mine.source(draft)
    #expect(try await mine.setAddress(Self.away, of: draft) == nil)
    let after = try await mine.source(draft)
    #expect(after.address == Self.away)
    #expect((after.copy, after.trouble, after.asked, after.notBefore) == (nil, nil, nil, nil))
    #expect(after.validators == .none)
    #expect(after.revision > before.revision)
    #expect(try await world.remote(draft).isEmpty)
    #expect(try await mine.events(of: draft).isEmpty)
    let taken = try await follow(world, draft).list
    let other = try await world.drafted(Self.home)
    await #expect(throws: StoreError.conflict(.followed(taken))) { try await mine.setAddress(Self.away, of: other) }
  }

  @discardableResult
  private func follow(_ world: World, _ draft: SourceID) async throws -> Written {
    try await world.mine.follow(draft, as: "Choir", submission: .fresh())
  }
}

/// A remote list becomes one of the account's own.
struct KeepingTests {
  private let world: World
  private let choir: ListID
  private let source: SourceID

  init() async throws {
    world = try World()
    let tasks = [
      RemoteTask(
        key: "a", title: "Alto", notes: "n", due: .day(.first), start: .day(.first), priority: .high, tags: ["sheet"]),
      RemoteTask(key: "b", title: "Breathe", status: .open(percent: 50), depth: 1),
      RemoteTask(key: "c", title: "Chairs", status: .done(.day(.first)), group: "Hall"),
      RemoteTask(key: "d", title: "Door", group: "Hall"),
      RemoteTask(key: "e", title: "Echo"),
    ]
    (choir, source) = try await world.follow("Choir", tasks)
  }

  private func keep(_ list: ListID, submission: SubmissionID = .fresh()) async throws -> Written {
    try await world.mine.keepList(list, in: .gmt, submission: submission)
  }

  private var names: [String] { get async throws { try await world.mine.lists().map(\.name) } }

  @Test func `all tasks are kept with their fields, lists apart, and the source is followed no more`() async throws {
    let kept = try await keep(choir)
    #expect(try await names == ["Choir", "Hall"])
    let lists = try await world.mine.lists()
    #expect(lists.allSatisfy { $0.source == nil })
    #expect(kept.list == lists[0].id)
    let rows = try await world.mine.openPage(1, of: nil, in: kept.list).rows
    #expect(rows.map(\.title) == ["Alto", "Breathe", "Echo"])
    #expect(rows.map(\.place.depth) == [0, 1, 0])
    #expect(try await world.open(lists[1].id) == ["Door"])
    #expect(lists[1].completed == 1)
    let alto = try await world.mine.task(kept.tasks[0])
    #expect((alto.notes, alto.priority, alto.due, alto.start) == ("n", .high, Day.first, Day.first))
    #expect(alto.tags.contains(Tag(stored: "sheet")))
    #expect(try await world.mine.task(kept.tasks[1]).percent == 50)
    #expect(try await world.mine.trash().map(\.name) == ["Choir"])
  }

  @Test func `the marks of todo.txt are no part of the kept and copied tags`() async throws {
    let (board, source) = try await world.follow("Board")
    let tasks = [RemoteTask(key: "a", title: "Nails", tags: ["+board", "@shop"]), RemoteTask(key: "b", title: "Glue")]
    try await world.fetched(tasks, source, .at("https://board.example/tasks"), format: .todoTxt)
    let house = try await world.list("House")
    let copied = try await world.mine.copyTasks(.open, from: board, to: .list(house), in: .gmt, submission: .fresh())
    let kept = try await keep(board)
    for id in [copied.tasks[0], kept.tasks[0]] {
      let task = try await world.mine.task(id)
      #expect(task.tags.text == "board shop")
    }
  }

  @Test func `one undo takes all of it back, and it is followed again`() async throws {
    let kept = try await keep(choir)
    let change = try await world.mine.change(try #require(kept.change))
    #expect((change.kind, change.name, change.undoable) == (.listKept, "Choir", true))
    #expect(change.batch == Change.Batch(lists: 2, tasks: 5))
    try await world.mine.undo(change.id)
    #expect(try await names == ["Choir"])
    #expect(try await world.mine.list(choir).source == source)
    #expect(try await world.remote(source).count == 5)
    #expect(try await world.mine.trash().map(\.name).sorted() == ["Choir", "Hall"])
  }

  @Test func `an own list, one that was never fetched, and another account's list are not kept`() async throws {
    let own = try await world.list("House")
    await #expect(throws: StoreError.notFound) { try await keep(own) }
    let empty = try await world.follow("Empty").list
    await #expect(throws: StoreError.conflict(.tasksGone(0))) { try await keep(empty) }
    let other = try await world.asStranger().account
    await #expect(throws: StoreError.notFound) {
      try await world.store[other].keepList(choir, in: .gmt, submission: .fresh())
    }
    #expect(try await names == ["Choir", "House", "Empty"])
  }
}
