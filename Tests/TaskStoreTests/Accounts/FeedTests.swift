import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

final class FeedTests: AnaTests {
  private func feed(
    _ member: World, _ subject: Feed.Subject = .today, _ submission: SubmissionID = .fresh()
  ) async throws -> (id: FeedID, digest: Data) {
    let digest = Data.digest()
    return (try await member.mine.addFeed(of: subject, digest: digest, submission: submission).id, digest)
  }

  @Test func `a feed is found by the digest of its secret only, with its account and revision`() async throws {
    let house = try await ana.list("House")
    let (id, digest) = try await feed(ana, .list(house))
    let found = try #require(try await ana.store.feed(digest: digest))
    #expect(found.feed.id == id && found.account.name == "Ana")
    #expect(found.feed.subject == .list(house) && found.feed.listName == "House" && found.feed.used == nil)
    #expect(try await ana.store.feed(digest: .digest()) == nil)
    try await ana.add("Paint", to: house)
    #expect(try await ana.store.feed(digest: digest)?.revision != found.revision)
  }

  @Test func `a write elsewhere changes the revision of Today and of filters, not that of a list`() async throws {
    let (house, garden) = (try await ana.list("House"), try await ana.list("Garden"))
    let late = try await mine.saveFilter("due=late", as: "Late", submission: .fresh()).list
    let feeds = [try await feed(ana, .list(house)), try await feed(ana), try await feed(ana, .list(late))]
    func revisions() async throws -> [String] {
      var all: [String] = []
      for feed in feeds { all.append(try #require(try await ana.store.feed(digest: feed.digest)).revision) }
      return all
    }
    let before = try await revisions()
    try await ana.add("Sow", to: garden)
    let after = try await revisions()
    #expect(zip(before, after).map { $0 == $1 } == [true, false, false])
  }

  @Test func `a renewed feed has no calendar at its old address, and was not used yet`() async throws {
    let (id, old) = try await feed(ana)
    try await ana.store.noteFeedUses([id: ana.clock.now])
    #expect(try await mine.feeds().first?.used != nil)
    let new = Data.digest()
    try await mine.renewFeed(id, digest: new)
    #expect(try await ana.store.feed(digest: old) == nil)
    #expect(try await ana.store.feed(digest: new)?.feed.id == id)
    #expect(try await mine.feeds().map(\.used) == [nil])
  }

  @Test func `an ended feed can be resumed with the same address for ten minutes`() async throws {
    let (id, digest) = try await feed(ana)
    try await mine.endFeed(id)
    #expect(try await ana.store.feed(digest: digest) == nil)
    #expect(try await mine.feeds().first?.ended != nil)
    try await mine.resumeFeed(id)
    #expect(try await ana.store.feed(digest: digest)?.feed.id == id)
    try await mine.endFeed(id)
    ana.clock.advance(days: 0.01)
    #expect(try await mine.feeds() == [])
    await #expect(throws: StoreError.notFound) { try await mine.resumeFeed(id) }
  }

  @Test func `a repeated form makes one feed, and an account has a limit of them`() async throws {
    let submission = SubmissionID.fresh()
    let first = try await feed(ana, .today, submission).id
    #expect(try await feed(ana, .today, submission).id == first)
    for _ in 1..<Limits.feedsPerAccount { _ = try await feed(ana) }
    await #expect(throws: StoreError.limit(.feeds(Limits.feedsPerAccount))) { try await feed(ana) }
    try await mine.endFeed(first)
    _ = try await feed(ana)
    await #expect(throws: StoreError.limit(.feeds(Limits.feedsPerAccount))) { try await mine.resumeFeed(first) }
  }

  @Test func `a feed is dead while its list is in the trash, and with its account`() async throws {
    let house = try await ana.list("House")
    let ofHouse = try await feed(ana, .list(house))
    let today = try await feed(ana)
    try await mine.deleteList(house)
    #expect(try await ana.store.feed(digest: ofHouse.digest) == nil)
    #expect(try await mine.feeds().map(\.isListDeleted) == [true, false])
    await #expect { try await feed(ana, .list(house)) } throws: { error in
      if case .gone? = error as? StoreError { true } else { false }
    }
    try await mine.restoreList(house)
    #expect(try await ana.store.feed(digest: ofHouse.digest) != nil)
    try await ana.store.disableAccount(ana.account)
    for digest in [ofHouse.digest, today.digest] { #expect(try await ana.store.feed(digest: digest) == nil) }
    try await ana.store.enableAccount(ana.account)
    #expect(try await ana.store.feed(digest: today.digest) != nil)
    try await ana.store.removeAccount(ana.account)
    for digest in [ofHouse.digest, today.digest] { #expect(try await ana.store.feed(digest: digest) == nil) }
    let rows = try await ana.store.number("SELECT count(*) FROM feeds")
    #expect(rows == 0)
  }
}
