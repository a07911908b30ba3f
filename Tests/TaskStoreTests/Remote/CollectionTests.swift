import Tasks
import Testing

@testable import TaskStore

/// The task lists that an address leads to, and choosing one of them.
final class CollectionTests: WorldTests {
  private static let server = SourceAddress(url: "https://ann:s3cret@dav.example/", host: "dav.example")
  private static let found = [
    RemoteCollection(url: "https://dav.example/ann/groceries/", name: "Groceries"),
    RemoteCollection(url: "https://other.example/house/", name: "House"),
  ]

  @Test func `collections are stored with the failure and the last good copy`() async throws {
    let (_, id) = try await world.follow("Choir", [.named("A")])
    let address = try await world.mine.source(id).address
    let source = try #require(try await world.record(.collections(Self.found), id, address))
    #expect(source.trouble?.failure == .severalLists(2) && source.copy?.open == 1)
    #expect(try await world.mine.collections(of: id) == Self.found)
    let none = try #require(try await world.record(.collections([]), id, address))
    #expect(none.trouble?.failure == .noLists && none.copy?.open == 1)
    #expect(try await world.mine.collections(of: id) == [])
  }

  @Test func `the chosen collection becomes the draft's address, with its login if the origin is the same`()
    async throws
  {
    let id = try await world.drafted(Self.server)
    _ = try await world.record(.collections(Self.found), id, Self.server)
    #expect(try await world.mine.choose(Self.found[0].url, of: id) == nil)
    let source = try await world.mine.source(id)
    #expect(source.address.url == "https://ann:s3cret@dav.example/ann/groceries/")
    #expect(source.trouble == nil && source.asked == nil && source.validators == Validators(collection: ""))
    try await world.mine.choose(Self.found[1].url, of: id)
    #expect(try await world.mine.source(id).address.url == "https://other.example/house/")
    await #expect(throws: StoreError.notFound) {
      try await world.mine.choose("https://dav.example/other/", of: id)
    }
  }

  @Test func `a calendar's sync state is stored, and dropped with another address`() async throws {
    let id = try await world.drafted(Self.server)
    try await world.fetched([.named("A")], id, Self.server, validators: Validators(collection: "7"))
    #expect(try await world.mine.source(id).validators == Validators(collection: "7"))
    try await world.record(.unchanged(Validators(collection: "7")), id, Self.server)
    #expect(try await world.mine.source(id).validators == Validators(collection: "7"))
    let list = try await world.mine.follow(
      id, as: ListName(validating: "Choir"), submission: .fresh())
    let moved = try await world.mine.setAddress(.at("https://new.example/x"), of: id)
    #expect(try await world.mine.source(id).validators == .none)
    try await world.mine.undo(try #require(moved?.change))
    #expect(try await world.mine.source(id).validators == .none)
    #expect(list.list == moved?.list)
  }

  @Test func `only as many collections are stored as fit`() async throws {
    let id = try await world.drafted(Self.server)
    let many = (0..<100).map {
      RemoteCollection(url: "https://dav.example/\($0)/" + String(repeating: "x", count: 1_000), name: "\($0)")
    }
    _ = try await world.record(.collections(many), id, Self.server)
    let kept = try await world.mine.collections(of: id)
    #expect((40..<50).contains(kept.count) && kept == Array(many.prefix(kept.count)))
  }

  @Test func `another account sees no collections, and chooses none`() async throws {
    let id = try await world.drafted(Self.server)
    _ = try await world.record(.collections(Self.found), id, Self.server)
    let other = try await world.asStranger().account
    await #expect(throws: StoreError.notFound) { try await world.store[other].collections(of: id) }
    await #expect(throws: StoreError.notFound) {
      try await world.store[other].choose(Self.found[0].url, of: id)
    }
  }
}
