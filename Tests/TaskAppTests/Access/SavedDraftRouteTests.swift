import GRDB
import HTTPTypes
import StatePages
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// What happens to a form that is sent signed out: it is saved, shown again, or reported as not done.
final class UnsavedFormRouteTests: RichTests {
  private static let notDone = "Your last action was not carried out. Sign in and try again."
  private static let copyIt = "Not saved. Copy it before you sign in."

  /// The world for a browser whose session has ended, or which has none.
  private func world(_ caller: SignedOutCaller) async throws -> World {
    world.showing(try await caller.cookie(in: world))
  }

  private func keptCount() async throws -> Int? {
    try await world.store.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM kept_forms") }
  }

  @Test func `a form without typed text is not saved, whatever fields it has`() async throws {
    let world = try await world(.idle)
    let before = try await keptCount()
    for path in [
      "/lists/\(rich.house)/delete", "/lists/\(rich.house)/clear-completed", "/tasks/\(rich.open)/delete",
      "/tasks/\(rich.open)/complete", "/changes/\(rich.change)/undo", "/settings", "/settings/remove",
      "/kept/\(rich.kept)/discard",
    ] {
      let page = try await world.post(path, ["name": "typed", "title": "typed"]).page
      #expect(page.value(of: "kept") == nil, "\(path)")
      #expect(page.first { $0["class"] == "sheet unsent" }?.text.contains(Self.copyIt) == true, "\(path)")
    }
    #expect(try await keptCount() == before)
  }

  @Test(arguments: [SignedOutCaller.revoked, .replaced])
  func `a form under a session that was ended remotely is not saved`(caller: SignedOutCaller) async throws {
    let world = try await world(caller)
    let before = try await keptCount()
    for (path, field) in [("/lists", "name"), ("/tasks/\(rich.open)", "title")] {
      let page = try await world.post(path, fields: [(field, "typed by a thief")]).page
      #expect(page.state("page") == "signed-out/expired")
      #expect(page.value(of: "kept") == nil, "\(path)")
      #expect(page.first { $0["class"] == "sheet unsent" }?.text.contains("typed by a thief") == true, "\(path)")
    }
    #expect(try await keptCount() == before)
  }

  @Test func `a form under a session from before a change of password is not saved`() async throws {
    let world = try await world(.idle)
    try await world.store.setPassword("another record", of: world.account, keeping: nil)
    #expect(try await world.post("/lists", ["name": "typed"]).page.value(of: "kept") == nil)
  }

  @Test(arguments: [SignedOutCaller.nobody, .removed, .signedOut, .idle, .revoked])
  func `a form that is neither saved nor shown again is reported as not done`(caller: SignedOutCaller) async throws {
    let world = try await world(caller)
    for path in ["/settings", "/tasks/\(rich.open)/complete", "/remote"] {
      #expect(try await world.post(path, ["theme": "dark"]).page.text.contains(Self.notDone), "\(path)")
      #expect(try await !world.page(path).text.contains(Self.notDone), "GET \(path)")
    }
    let tooLong = String(repeating: "a", count: FormBody.textLimit)
    #expect(try await world.post("/tasks/\(rich.open)", fields: [("notes", tooLong)]).page.text.contains(Self.notDone))
  }

  @Test(arguments: [SignedOutCaller.nobody, .revoked, .replaced])
  func `text that cannot be saved is shown after a wrong password, and not stored`(
    caller: SignedOutCaller
  ) async throws {
    let world = try await world(caller)
    let before = try await keptCount()
    let text = "First line\n  <b>second</b> & “third”\n"
    var page = try await world.post("/lists/\(rich.house)/tasks", fields: [("titles", text), ("version", "1")]).page
    for _ in 1...2 {
      let form = try #require(page.form(to: "/sign-in"))
      let answer = try await world.post(
        "/sign-in", fields: form.fields(pressing: nil, typing: ["username": "Ann", "password": "a wrong password"]))
      #expect(answer.status == .unprocessableContent)
      page = try answer.page
      let card = try #require(page.first { $0["class"] == "sheet unsent" })
      #expect(
        card.text.contains(Self.copyIt) && page.value(of: "unsent-titles")?.contains("<b>second</b> & “third”") == true)
    }
    #expect(try await keptCount() == before)
  }

  @Test func `a text that is too long for the sign-in form is not sent along`() async throws {
    let world = try await world(.revoked)
    let text = String(repeating: "a", count: FormBody.signedOutLimit * 7 / 8)
    let page = try await world.post("/tasks/\(rich.open)", fields: [("notes", text)]).page
    #expect(page.first { $0["class"] == "sheet unsent" }?.text.contains(text) == true)
    let form = try #require(page.form(to: "/sign-in"))
    #expect(form.controls.allSatisfy { $0.value.utf8.count < 100 })
  }

  @Test func `a task that was to be completed is completed when its draft is saved`() async throws {
    let sent = try await world(.idle).post(
      "/tasks/\(rich.open)", fields: [("title", "Order them"), ("version", "1"), ("then", "complete")])
    let kept = try #require(try sent.page.value(of: "kept"))
    let page = try await world.page("/kept/\(kept)")
    let form = try #require(page.form(to: "/tasks/\(rich.open)"))
    #expect(form.buttons.map(\.words) == ["Save and complete"])
    #expect(page.value(of: "then") == "complete")
  }
}

/// The overview's link to a saved draft, for readers who signed in on another page.
struct SavedDraftHintTests {
  private static let words = "You have a draft from before you were signed out."

  @Test func `the overview links to the newest saved draft until it is sent or discarded`() async throws {
    let rich = try await RichWorld()
    let world = rich.world
    let answer = try await world.get("/lists")
    let hint = try #require(try answer.page.first { $0["class"] == "hint" && $0.text.hasPrefix(Self.words) })
    #expect(hint.first("a")?["href"] == "/kept/\(rich.kept)")

    let fields = [SavedDraftField(name: "name", value: "Shed")]
    let newer = try await world.store.keep(path: "/lists", fields: fields, for: rich.session, of: world.account)
    let tag = try #require(answer.headers[.eTag])
    let changed = try await world.get("/lists", [.ifNoneMatch: tag])
    #expect(changed.status == .ok)
    #expect(try changed.page.first { $0["href"] == "/kept/\(newer)" } != nil)

    for kept in [newer, rich.kept] { #expect(try await world.post("/kept/\(kept)/discard").status == .seeOther) }
    #expect(try await !world.page("/lists").text.contains(Self.words))
  }

  @Test func `the overview does not mention another account's draft`() async throws {
    let world = try await World()
    _ = try await Stranger(in: world)
    #expect(try await !world.page("/lists").text.contains(Self.words))
  }
}
