import Foundation
import Tasks
import Testing

@testable import TaskStore

final class FollowingTests: WorldTests {
  static let home = SourceAddress.at("https://choir.example/tasks.ics")
  static let away = SourceAddress.at("https://band.example/todo.txt")

  @Test func `the least recently viewed drafts are dropped`() async throws {
    var drafts: [SourceID] = []
    for number in 0..<Limits.sourceDrafts {
      drafts.append(try await world.drafted(.at("https://\(number).example/")))
    }
    #expect(try await world.drafted(.at("https://0.example/")) == drafts[0])
    let last = try await world.drafted(Self.home)
    await #expect(throws: StoreError.notFound) { try await world.mine.source(drafts[1]) }
    for id in [drafts[0], drafts[2], last] { _ = try await world.mine.source(id) }
  }

  @Test func `drafts are swept after a day, and followed sources stay`() async throws {
    let (list, source) = try await world.follow("Choir", [.named("Alto")])
    let draft = try await world.drafted(Self.home)
    world.clock.advance(days: 0.9)
    try await world.store.sweep()
    _ = try await world.mine.source(draft)
    world.clock.advance(days: 0.2)
    try await world.store.sweep()
    await #expect(throws: StoreError.notFound) { try await world.mine.source(draft) }
    #expect(try await world.mine.listHeader(list, now: .first).source?.id == source)
  }

  @Test func `an address that is already followed is reported and not followed again`() async throws {
    let draft = try await world.drafted(Self.home)
    let first = try await follow(world, draft)
    #expect(try await follow(world, draft) == Written(change: first.change, acted: false, list: first.list))
    #expect(try await world.mine.draftSource(Self.home) == .followed(first.list))
    #expect(try await world.mine.lists().count == 1)
    try await world.mine.deleteList(first.list)
    await #expect {
      _ = try await follow(world, draft)
    } throws: { error in
      if case .gone(.list(first.list, name: "Choir", since: _)) = error as? StoreError { true } else { false }
    }
    #expect(try await world.drafted(Self.home) != draft, "what lies in the trash is in nobody's way")
  }

  @Test func `a draft with another address starts anew`() async throws {
    let draft = try await world.drafted(Self.home)
    try await world.fetched([.named("Alto")], draft, Self.home, validators: Validators(etag: "\"1\""))
    try await world.record(.failed(.refused, notBefore: world.clock.now), draft, Self.home)
    let before = try await world.mine.source(draft)
    #expect(try await world.mine.setAddress(Self.away, of: draft) == nil)
    let after = try await world.mine.source(draft)
    #expect(after.address == Self.away)
    #expect((after.copy, after.trouble, after.asked, after.notBefore) == (nil, nil, nil, nil))
    #expect(after.validators == .none)
    #expect(after.revision > before.revision)
    #expect(try await world.remote(draft).isEmpty)
    #expect(try await world.mine.events(of: draft).isEmpty)
    let taken = try await follow(world, draft).list
    let other = try await world.drafted(Self.home)
    await #expect(throws: StoreError.conflict(.followed(taken))) {
      try await world.mine.setAddress(Self.away, of: other)
    }
  }

  @discardableResult
  private func follow(_ world: World, _ draft: SourceID) async throws -> Written {
    try await world.mine.follow(
      draft, as: ListName(validating: "Choir"), submission: .fresh())
  }
}
