import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// Two accounts that follow the same address learn nothing of each other.
@Suite(.timeLimit(.minutes(20))) struct TwoFollowersTests {
  private let ann: World
  private let bob: World

  private static let url = "https://choir.example/tasks.ics"

  init() async throws {
    ann = try await World(.streaming)
    let account = try await ann.store.addAccount(Username(validating: "Bob"), password: World.record).id
    let cookie = try await ann.signIn(account)
    bob = World(ann, of: account).showing(cookie)
  }

  @Test func `each has a list of their own, and the address is new to an account that does not follow it`() async throws
  {
    ann.elsewhere.answer(Self.url, .came(.choir))
    let mine = try await ann.post("/remote", ["url": Self.url, "name": "Ann's choir"])
    let theirs = try await bob.post("/remote", ["url": Self.url])
    #expect(theirs.location?.hasPrefix("/remote/") == true)
    let page = try await bob.follow(theirs)
    #expect(page.status == .ok && !page.body.contains("Ann"))
    let list = try #require(mine.location?.prefix { $0 != "?" }).description
    #expect(try await bob.get(list).status == .notFound)
    #expect(try await bob.post(list + "/refresh").status == .notFound)
    #expect(try await bob.post(list + "/copy", ["all": "open", "to": ""]).status == .notFound)
    #expect(try await bob.get("/lists").page.region("lists")?["data-reason"] == "nothing-yet")
  }

  @Test func `a fetch, request, rename or delete of one account is not visible to the other`() async throws {
    let (mine, _) = try await ann.follow(Self.url, as: "Choir", .choir)
    let (theirs, source) = try await bob.follow(Self.url, as: "Singing", .choir)
    let before = try await bob.get("/lists/\(theirs)")
    let history = try await bob.get("/lists/\(theirs)/history")
    let rows = try await Rows(of: bob.account, in: bob.store)
    ann.elsewhere.answer(Self.url, .failed(.status(404)))
    #expect(try await ann.refresh(mine).page.region("tasks")?["data-refresh"] == "failed")
    ann.elsewhere.answer(Self.url, .came(.club))
    _ = try await ann.refresh(mine)
    _ = try await ann.post("/lists/\(mine)/delete")
    #expect(try await bob.get("/lists/\(theirs)").body == before.body)
    #expect(try await bob.get("/lists/\(theirs)/history").body == history.body)
    let after = try await Rows(of: bob.account, in: bob.store)
    #expect(after.changes(since: rows) == "")
    #expect(try await bob.mine.source(source).validators == .none)
  }

}
