import TaskFormats
import Tasks
import Testing

@testable import TaskStore

/// The list that each account that can sign in always has.
final class InboxTests: WorldTests {
  @Test func `a new account has an Inbox, and it stays before all other lists`() async throws {
    let ann = try await world.register("Ann")
    let inbox = try #require(try await ann.mine.lists().first)
    #expect(inbox.isInbox && inbox.name == "Inbox" && inbox.role == .owner)
    let (house, garden) = (try await ann.list("House"), try await ann.list("Garden"))
    _ = try await ann.mine.moveList(garden, .top)
    #expect(try await ann.mine.lists().map(\.id) == [inbox.id, garden, house])
    #expect(try await ann.mine.moveList(garden, .top).isNew == false, "nothing but the Inbox is before it")
    await #expect(throws: StoreError.forbidden(.inbox)) { try await ann.mine.moveList(house, .before(inbox.id)) }
    for move in [ListMove.top, .bottom, .before(house)] {
      await #expect(throws: StoreError.forbidden(.inbox)) { try await ann.mine.moveList(inbox.id, move) }
    }
    await #expect(throws: StoreError.forbidden(.inbox)) { try await ann.mine.deleteList(inbox.id) }
    #expect(try await ann.mine.lists().map(\.id) == [inbox.id, garden, house])
  }

  @Test func `lists that were made before the first account come after its Inbox`() async throws {
    let house = try await world.list()
    let ann = try await world.register("Ann")
    #expect(ann.account == world.account)
    #expect(try await ann.mine.lists().map(\.isInbox) == [true, false])
    #expect(try await ann.mine.lists().last?.id == house)
  }

  @Test func `the list of the last addition is told, while tasks can be added to it`() async throws {
    let ann = try await world.register("Ann")
    #expect(try await ann.mine.addChoices().last == nil)
    let (house, garden) = (try await ann.list("House"), try await ann.list("Garden"))
    try await ann.add("Rake", to: garden)
    try await ann.add("Sweep", to: house)
    #expect(try await ann.mine.addChoices().last == house)
    _ = try await ann.mine.deleteList(house)
    #expect(try await ann.mine.addChoices().last == nil)
    #expect(try await ann.mine.addChoices().lists.map(\.name) == ["Inbox", "Garden"])
  }

  @Test func `an imported Inbox replaces one that was never used, and its undo takes the tasks back`() async throws {
    let ann = try await world.register("Ann")
    var inbox = PortableList.named("Eingang", "Call", "Write")
    inbox.isInbox = true
    let result = try await ann.imports([.named("Garden", "Rake"), inbox])
    let lists = try await ann.mine.lists()
    #expect(lists.map(\.name) == ["Eingang", "Garden"] && lists.map(\.isInbox) == [true, false])
    #expect(try await ann.open(lists[0].id) == ["Call", "Write"])
    let undone = try await ann.mine.undo(try #require(result.change))
    #expect(try await ann.mine.lists().map(\.name) == ["Eingang"])
    #expect(try await ann.open(lists[0].id) == [])
    _ = try await ann.mine.undo(try #require(undone.change))
    #expect(try await ann.mine.lists().map(\.name) == ["Eingang", "Garden"])
    #expect(try await ann.open(lists[0].id) == ["Call", "Write"])
    _ = try await ann.imports([.named("Cellar", "Sweep"), inbox])
    #expect(try await ann.mine.lists().filter(\.isInbox).count == 1, "one that is used stays")
    #expect(try await world.store.quickCheck() == [])
  }

  @Test func `an Inbox with a feed is used, and an account with as many lists as possible moves as a whole`()
    async throws
  {
    let (ann, ben) = (try await world.register("Ann"), try await world.register("Ben"))
    var inbox = PortableList.named("Inbox", "Call")
    inbox.isInbox = true
    let own = try #require(try await ben.mine.lists().first?.id)
    _ = try await ben.mine.addFeed(of: .list(own), digest: .digest(), submission: .fresh())
    _ = try await ben.imports([inbox])
    #expect(try await ben.mine.lists().map(\.id).first == own, "its feed goes on")
    let many = (1..<Limits.listsPerAccount).map { PortableList(name: "List \($0)") }
    _ = try await ann.imports([inbox] + many)
    let lists = try await ann.mine.lists()
    #expect(lists.count == Limits.listsPerAccount && lists[0].isInbox && lists[0].open == 1)
  }
}
