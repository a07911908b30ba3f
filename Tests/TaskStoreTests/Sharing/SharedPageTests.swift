import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

/// A page by link of a list, and what is ticked on it.
final class SharedPageTests: ListTests {
  private let digest = Data.digest()

  private func make(days: Int = 7, takesTicks: Bool = true) async throws -> SharedPageID {
    try await mine.makePage(
      of: list, named: "Tablet", takesTicks: takesTicks, days: days, digest: digest, submission: .fresh())
    return try #require(try await mine.sharing(of: list).pages.first).id
  }

  private func store(on page: SharedPage) -> AccountStore<StoreError> {
    AccountStore(world.store, for: world.account, in: "GMT", on: page) { $0 }
  }

  private var found: FoundPage? { get async throws { try await world.store.sharedPage(digest: digest) } }

  @Test func `a page is there until its end, or until it is ended by a press, which an undo takes back`() async throws {
    let page = try await make()
    #expect(try await found?.page.listName == "House")
    #expect(try await world.store.sharedPage(digest: .digest()) == nil)
    let ended = try #require(try await mine.end(page).change)
    #expect(try await found == nil)
    await #expect(throws: StoreError.notFound) { try await self.mine.end(page) }
    try await mine.undo(ended)
    #expect(try await found != nil)
    let deleted = try #require(try await mine.deleteList(list).change)
    #expect(try await found == nil)
    try await mine.undo(deleted)
    world.clock.advance(days: 7)
    #expect(try await found == nil)
    #expect(try await mine.sharing(of: list).pages.isEmpty)
  }

  @Test func `a page holds while who has made it may share the list`() async throws {
    _ = try await make()
    let other = try await world.asStranger()
    try await world.share(list, with: other.account, as: .owner)
    try await mine.setRole(.editor, of: world.account, in: list)
    #expect(try await found == nil)
    try await other.mine.setRole(.owner, of: world.account, in: list)
    #expect(try await found != nil)
  }

  @Test func `a page has no ticks of an earlier one of its name`() async throws {
    let earlier = try await make()
    let task = try await world.add("A", to: list)[0]
    let page = try #require(try await found).page
    try await store(on: page).complete(task, on: .first)
    #expect(try await mine.sharing(of: list).pages.map(\.ticks) == [1])
    try await mine.end(earlier)
    world.clock.advance(days: 1)
    try await mine.makePage(
      of: list, named: "Tablet", takesTicks: true, days: 7, digest: .digest(), submission: .fresh())
    #expect(try await mine.sharing(of: list).pages.map(\.ticks) == [0])
  }

  @Test func `its ticks are told by its name, and undone one by one and all together`() async throws {
    let page = try await make()
    let tasks = try await world.add("A", "B", "C", to: list)
    let tablet = store(on: try #require(try await found).page)
    var ticks: [ChangeID] = []
    for task in tasks { ticks.append(try #require(try await tablet.complete(task, on: .first).change)) }
    try await mine.complete(tasks[0])
    #expect(try await mine.history(of: list, limit: 1).map(\.app) == ["↗ Tablet"])
    #expect(try await mine.sharing(of: list).pages.map(\.ticks) == [3])
    try await mine.undo(ticks[1])
    #expect(try await world.open(list) == ["B"])
    #expect(try await mine.sharing(of: list).pages.map(\.ticks) == [2])
    // A task that was changed since is left as it is.
    try await mine.reopen(tasks[0])
    let undone = try #require(try await mine.undoTicks(of: page).change)
    #expect(try await Set(world.open(list)) == ["A", "B", "C"])
    #expect(try await mine.sharing(of: list).pages.map(\.ticks) == [0])
    #expect(try await mine.undoTicks(of: page).change == nil)
    try await mine.undo(undone)
    #expect(try await mine.task(tasks[2]).done != nil)
  }

  @Test func `a list bears twenty pages, and a followed one none with ticks`() async throws {
    for _ in 0..<20 {
      try await mine.makePage(
        of: list, named: "x", takesTicks: true, days: 1, digest: .digest(), submission: .fresh())
    }
    await #expect(throws: StoreError.limit(.pages(20))) { _ = try await self.make() }
    let (choir, _) = try await world.follow("Choir", [.named("Alto")])
    await #expect(throws: StoreError.forbidden(.followed)) {
      try await self.mine.makePage(
        of: choir, named: "x", takesTicks: true, days: 1, digest: .digest(), submission: .fresh())
    }
  }
}
