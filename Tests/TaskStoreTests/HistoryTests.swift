import Tasks
import Testing

@testable import TaskStore

struct HistoryTests {
  @Test func `the history is told in pages, the last first`() async throws {
    let world = try World()
    let list = try await world.list()
    for number in 1...25 { try await world.add("Task \(number)", to: list) }
    var names: [String] = []
    var before: ChangeID?
    repeat {
      let page = try await world.store.history(of: list, for: world.account, limit: 10, before: before)
      names += page.map(\.name)
      before = page.last?.id
    } while before != nil
    #expect(names == (1...25).reversed().map { "Task \($0)" } + ["House"])
  }

  @Test func `revisions follow from changes, and nobody else's move them`() async throws {
    let world = try World()
    let stranger = try await world.asStranger()
    #expect(try await world.store.revision(of: world.account) == nil)
    let list = try await world.list()
    let revision = try await world.store.revision(of: world.account)
    #expect(try await world.store.list(list, for: world.account).revision == revision)
    _ = try await stranger.list()
    #expect(try await world.store.revision(of: world.account) == revision)
    try await world.store.deleteList(list, for: world.account)
    #expect(try #require(try await world.store.revision(of: world.account)) > #require(revision))
  }
}
