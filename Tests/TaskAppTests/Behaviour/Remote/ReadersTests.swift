import HTTPTypes
import StatePagesTesting
import TaskFormats
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import TaskApp

/// Many readers of one source, which join, wait together, and leave.
@Suite(.timeLimit(.minutes(20))) struct ReadersTests {
  @Test func `a hundred readers of one source are one fetch`() async throws {
    let world = try await World(.streaming)
    let (list, _) = try await world.follow(World.choir)
    world.elsewhere.hold(World.choir)
    let readers = (0..<100).map { Streamed(world, $0.isMultiple(of: 2) ? "/lists/\(list)" : "/lists") }
    await world.elsewhere.begun.reaches(1)
    world.elsewhere.tell(World.choir, .received(bytes: 340_000))
    // A reader that shows this waits with the others.
    for reader in readers { await reader.shows("340 KB received") }
    world.elsewhere.answer(World.choir, .came(.choir))
    for reader in readers { #expect(try await reader.end().page.text.contains("Bring the folders")) }
    #expect(world.elsewhere.asked.count == 1)
    #expect(world.app.refresher.inFlight == 0)
  }

  @Test func `when the last reader leaves, the fetch is cancelled and nothing is stored`() async throws {
    let world = try await World(.streaming)
    let (list, source) = try await world.follow(World.choir)
    world.elsewhere.hold(World.choir)
    let (first, second) = (Streamed(world, "/lists/\(list)"), Streamed(world, "/lists"))
    await first.shows("data-placeholder-for=\"tasks\"")
    await second.shows("data-placeholder-for=\"list-\(list)\"")
    await world.elsewhere.begun.reaches(1)
    world.elsewhere.tell(World.choir, .waiting)
    for reader in [first, second] { await reader.shows("Waiting for") }
    await first.leave()
    #expect(world.elsewhere.cancelled.count == 0, "somebody still waits")
    await second.leave()
    await world.elsewhere.cancelled.reaches(1)
    await until { world.app.refresher.inFlight == 0 }
    let kept = try await world.mine.source(source)
    #expect(kept.asked == nil && kept.ongoingFailure == nil)
    #expect(try await world.mine.events(of: source).isEmpty)
    world.elsewhere.answer(World.choir, .came(.choir))
    #expect(try await world.page("/lists/\(list)").state("tasks") == "content")
  }

  @Test func `a reader that leaves does not cancel a background fetch`() async throws {
    let world = try await World(.streaming)
    let (list, source) = try await world.follow(World.choir)
    world.elsewhere.hold(World.choir)
    let background = Task { await world.app.refreshDue(world.logger) }
    await world.elsewhere.begun.reaches(1)
    let reader = Streamed(world, "/lists/\(list)")
    world.elsewhere.tell(World.choir, .waiting)
    await reader.shows("Waiting for")
    await reader.leave()
    world.elsewhere.answer(World.choir, .came(.choir))
    await background.value
    #expect(world.elsewhere.asked.count == 1 && world.elsewhere.cancelled.count == 0)
    #expect(try await world.mine.source(source).copy?.open == 2)
  }

  @Test func `when the process ends, every waiting page ends properly and at once`() async throws {
    let world = try await World(.streaming)
    let (list, _) = try await world.follow(World.choir)
    let (other, source) = try await world.follow("https://club.example/", as: "Club", .club)
    world.time.advance(by: .seconds(3_600))
    world.elsewhere.hold(World.choir)
    world.elsewhere.hold("https://club.example/")
    let (page, overview) = (Streamed(world, "/lists/\(list)"), Streamed(world, "/lists"))
    await page.shows("data-placeholder-for=\"tasks\"")
    await overview.shows("data-placeholder-for=\"list-\(other)\"")
    await world.elsewhere.begun.reaches(2)
    world.app.endRefreshing()
    #expect(try await page.end().page.state("tasks") == "unloaded")
    let cards = try await overview.end().page
    #expect(cards.state("list-\(list)") == "unloaded" && cards.state("list-\(other)") == "content")
    await world.elsewhere.cancelled.reaches(2)
    #expect(try await world.page("/lists/\(list)").state("tasks") == "unloaded", "no fetch begins any more")
    await world.app.refreshDue(world.logger)
    #expect(world.elsewhere.asked.count == 2)
    #expect(try await world.mine.source(source).ongoingFailure == nil, "that was no failure of the source")
  }
}

/// Two accounts that follow the same address learn nothing of each other.
@Suite(.timeLimit(.minutes(20))) struct TwoFollowersTests {
  private let ann: World
  private let bob: World

  init() async throws {
    ann = try await World(.streaming)
    let account = try await ann.store.addAccount(Username(validating: "Bob"), password: World.record).id
    let cookie = try await ann.signIn(account)
    bob = World(ann, of: account).showing(cookie)
  }

  @Test func `each has a list of their own, and the address is new to who does not follow it`() async throws {
    ann.elsewhere.answer(World.choir, .came(.choir))
    let mine = try await ann.post("/remote", ["url": World.choir, "name": "Ann's choir"])
    let theirs = try await bob.post("/remote", ["url": World.choir])
    #expect(theirs.location?.hasPrefix("/remote/") == true)
    let page = try await bob.follow(theirs)
    #expect(page.status == .ok && !page.body.contains("Ann"))
    let list = try #require(mine.location?.prefix { $0 != "?" }).description
    #expect(try await bob.get(list).status == .notFound)
    #expect(try await bob.post(list + "/refresh").status == .notFound)
    #expect(try await bob.post(list + "/copy", ["all": "open", "to": ""]).status == .notFound)
    #expect(try await bob.mine.lists().map(\.isInbox) == [true])
  }

  @Test func `a fetch, request, rename or delete of one account is not visible to the other`() async throws {
    let (mine, _) = try await ann.follow(World.choir, as: "Choir", .choir)
    let (theirs, source) = try await bob.follow(World.choir, as: "Singing", .choir)
    let before = try await bob.get("/lists/\(theirs)")
    let history = try await bob.get("/lists/\(theirs)/history")
    let rows = try await Rows(of: bob.account, in: bob.store)
    ann.elsewhere.answer(World.choir, .failed(.status(404)))
    #expect(try await ann.refresh(mine).page.region("tasks")?["data-refresh"] == "failed")
    ann.elsewhere.answer(World.choir, .came(.club))
    _ = try await ann.refresh(mine)
    _ = try await ann.post("/lists/\(mine)/delete")
    #expect(try await bob.get("/lists/\(theirs)").body == before.body)
    #expect(try await bob.get("/lists/\(theirs)/history").body == history.body)
    let after = try await Rows(of: bob.account, in: bob.store)
    #expect(after.changes(since: rows) == "")
    #expect(try await bob.mine.source(source).validators == .none)
  }

}
