import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

final class AddressTests: WorldTests {
  static let new = SourceAddress.at("https://new.example/?secret=1")

  @Test func `a followed list with a new address keeps its copy, and drops the state of the old one`() async throws {
    let (list, id) = try await world.follow("Choir", [.named("Alto")])
    let old = try await mine.source(id).address
    try await world.fetched([.named("Alto")], id, old, validators: Validators(etag: "\"1\"", lastModified: "x"))
    try await world.record(.failed(.status(503), notBefore: .distantFuture), id, old)
    let before = try await mine.source(id)

    let written = try #require(try await mine.setAddress(Self.new, of: id))
    let after = try await mine.source(id)
    #expect((after.address, after.copy?.fetched, after.list) == (Self.new, before.copy?.fetched, list))
    #expect((before.copy?.isFormer, after.copy?.isFormer) == (false, true))
    #expect((after.trouble, after.notBefore, after.validators) == (nil, nil, .none))
    #expect(try #require(after.wanted) > before.copy?.checked ?? .distantFuture)
    #expect(after.revision > before.revision)
    #expect(try await world.remote(id).map(\.title) == ["Alto"])
    #expect(try await world.store.dueSources(at: world.clock.now, limit: 9).map(\.id) == [id], "due at once")

    let change = try await mine.change(try #require(written.change))
    #expect((change.kind, change.list, change.name) == (.sourceChanged, list, "Choir"))
    try await world.fetched([.named("Tenor")], id, Self.new, validators: Validators(etag: "\"2\""))
    let undone = try await mine.undo(change.id)
    #expect(undone.place == .list(list))
    let back = try await mine.source(id)
    #expect((back.address, back.validators, back.copy?.open, back.copy?.isFormer) == (old, .none, 1, true))
    #expect(try #require(back.wanted) > after.wanted ?? .distantFuture)
    #expect(try await world.remote(id).map(\.title) == ["Tenor"])
  }

  @Test func `setting the same address again does nothing`() async throws {
    let (list, id) = try await world.follow("Choir", [.named("Alto")])
    let before = try await mine.source(id)
    let same = try await mine.setAddress(before.address, of: id)
    #expect(same == Written(change: nil, acted: false, list: list))
    #expect(try await mine.source(id) == before)
    let first = try #require(try await mine.setAddress(Self.new, of: id))
    let again = try await mine.setAddress(Self.new, of: id)
    #expect(again == Written(change: first.change, acted: false, list: list))
  }

  @Test func `two lists of an account cannot have one address, not even by an undo`() async throws {
    let (choir, source) = try await world.follow("Choir")
    let old = try await mine.source(source).address
    let changed = try #require(try await mine.setAddress(Self.new, of: source)?.change)
    let (second, other) = try await world.follow("Choir")
    await #expect(throws: StoreError.conflict(.followed(choir))) { try await mine.setAddress(Self.new, of: other) }
    await #expect(throws: StoreError.conflict(.followed(second))) { try await mine.undo(changed) }
    #expect(try await mine.source(source).address == Self.new)
    try await mine.deleteList(second)
    #expect(try await mine.undo(changed).change != nil)
    #expect(try await mine.source(source).address == old)
  }

  @Test func `a change of address is not undone after a later one`() async throws {
    let (_, id) = try await world.follow("Choir")
    let first = try #require(try await mine.setAddress(Self.new, of: id)?.change)
    try await mine.setAddress(.at("https://third.example/"), of: id)
    await #expect(throws: StoreError.conflict(.changedSince(first))) { try await mine.undo(first) }
  }

  @Test func `a viewer cannot change the address of a list, but can request a refresh`() async throws {
    let (list, id) = try await world.follow("Choir")
    let guest = try await world.asStranger()
    try await world.share(list, with: guest.account, as: .viewer)
    await #expect(throws: StoreError.forbidden) { try await world.store[guest.account].setAddress(Self.new, of: id) }
    try await world.store[guest.account].wantRefresh(of: list)
    #expect(try await world.store[guest.account].source(id).wanted != nil)
    #expect(try await world.store.dueSources(at: .distantFuture, limit: 9).map(\.account) == [world.account])
  }
}

/// The task lists that an address leads to, and choosing one of them.
final class CollectionTests: WorldTests {
  private static let server = SourceAddress(url: "https://ann:s3cret@dav.example/", host: "dav.example")
  private static let found = [
    RemoteCollection(url: "https://dav.example/ann/groceries/", name: "Groceries"),
    RemoteCollection(url: "https://other.example/house/", name: "House"),
  ]

  @Test func `collections are stored with the failure and the last good copy`() async throws {
    let (_, id) = try await world.follow("Choir", [.named("A")])
    let address = try await mine.source(id).address
    let source = try #require(try await world.record(.collections(Self.found), id, address))
    #expect(source.trouble?.failure == .severalLists(2) && source.copy?.open == 1)
    #expect(try await mine.collections(of: id) == Self.found)
    let none = try #require(try await world.record(.collections([]), id, address))
    #expect(none.trouble?.failure == .noLists && none.copy?.open == 1)
    #expect(try await mine.collections(of: id) == [])
  }

  @Test func `the chosen collection becomes the draft's address, with its login at the same origin`() async throws {
    let id = try await world.drafted(Self.server)
    _ = try await world.record(.collections(Self.found), id, Self.server)
    #expect(try await mine.choose(Self.found[0].url, of: id) == nil)
    let source = try await mine.source(id)
    #expect(source.address.url == "https://ann:s3cret@dav.example/ann/groceries/")
    #expect(source.trouble == nil && source.asked == nil && source.validators == Validators(collection: ""))
    try await mine.choose(Self.found[1].url, of: id)
    #expect(try await mine.source(id).address.url == "https://other.example/house/")
    await #expect(throws: StoreError.notFound) { try await mine.choose("https://dav.example/other/", of: id) }
  }

  @Test func `a calendar's sync state is stored, and dropped with another address`() async throws {
    let id = try await world.drafted(Self.server)
    try await world.fetched([.named("A")], id, Self.server, validators: Validators(collection: "7"))
    #expect(try await mine.source(id).validators == Validators(collection: "7"))
    try await world.record(.unchanged(Validators(collection: "7")), id, Self.server)
    #expect(try await mine.source(id).validators == Validators(collection: "7"))
    let list = try await mine.follow(id, as: "Choir", submission: .fresh())
    let moved = try await mine.setAddress(.at("https://new.example/x"), of: id)
    #expect(try await mine.source(id).validators == .none)
    try await mine.undo(try #require(moved?.change))
    #expect(try await mine.source(id).validators == .none)
    #expect(list.list == moved?.list)
  }

  @Test func `only as many collections are stored as fit`() async throws {
    let id = try await world.drafted(Self.server)
    let many = (0..<100).map {
      RemoteCollection(url: "https://dav.example/\($0)/" + String(repeating: "x", count: 1_000), name: "\($0)")
    }
    _ = try await world.record(.collections(many), id, Self.server)
    let kept = try await mine.collections(of: id)
    #expect((40..<50).contains(kept.count) && kept == Array(many.prefix(kept.count)))
  }
}
