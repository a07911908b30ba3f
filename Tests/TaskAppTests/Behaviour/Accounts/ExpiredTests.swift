import GRDB
import HTTPTypes
import StatePages
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// A session that expires while its user types: the text is saved, and shown again to the same account only.
struct ExpiredTests {
  /// A world with a task, for a browser whose session has ended.
  private func scene(_ end: SignedOutCaller = .idle) async throws -> (World, ListID, TaskID) {
    let world = try await World()
    let list = try await world.makeList()
    let task = try await world.add(TaskInput(title: "paint", due: "2026-11-21", priority: "low"), to: list)
    return (world.showing(try await end.cookie(in: world)), list, task)
  }

  @Test func `pasted tasks are saved, and files are not`() async throws {
    let (world, _, _) = try await scene()
    let gate = try await world.upload(nil, text: "Milk\r\nBread").page
    #expect(gate.first("h1")?.text.contains("Your draft was kept.") == true)
    let entered = try await world.press(gate.forms.first, typing: ["username": "Ann", "password": World.password])
    let inside = try world.showing(cookieOf: entered)
    let draft = try await inside.follow(entered)
    #expect(draft.words.contains("Pasted tasks"))
    let preview = try await inside.follow(inside.press(draft.page.form(to: "/import")))
    #expect(preview.words.contains("2 tasks · 1 list") && preview.words.contains("Bread"))
    #expect(try await Rows(of: inside.store).count("kept_forms") == 0)

    for answer in [
      try await world.upload("- [ ] a"), try await world.upload(nil, text: String(repeating: "a", count: 70_000)),
    ] {
      #expect(answer.status == .unauthorized)
      #expect(try answer.page.value(of: "kept") == nil)
      #expect(answer.words.contains("Your last action was not carried out"))
    }
  }

  @Test func `pasted tasks of a revoked session are not saved`() async throws {
    let (world, _, _) = try await scene(.revoked)
    let answer = try await world.upload(nil, text: "Milk")
    #expect(answer.status == .unauthorized)
    #expect(try answer.page.value(of: "kept") == nil)
    #expect(try await Rows(of: world.store).count("kept_forms") == 0)
  }

  @Test func `only the first five drafts are kept, each for a week`() async throws {
    let (world, _, _) = try await scene()
    var numbers: [String] = []
    for number in 1...7 {
      let kept = try await world.post("/lists", ["name": "List \(number)"]).page.value(of: "kept")
      #expect((kept == nil) == (number > 5), "\(number)")
      if let kept { numbers.append(kept) }
    }
    func found() async throws -> [Int] {
      let inside = world.showing(try await world.signIn(world.account))
      var found: [Int] = []
      for (index, number) in numbers.enumerated() where try await inside.get("/kept/\(number)").status == .ok {
        found.append(index + 1)
      }
      return found
    }
    #expect(try await found() == [1, 2, 3, 4, 5])
    world.time.advance(by: .seconds(7 * 86_400))
    #expect(try await found() == [1, 2, 3, 4, 5])
    world.time.advance(by: .seconds(1))
    #expect(try await found() == [])
    #expect(try await world.post("/lists", ["name": "Later"]).page.value(of: "kept") != nil, "there is room again")
  }

  @Test func `a form that cannot be saved is shown, to be copied`() async throws {
    let (world, _, _) = try await scene()
    try await world.store.database.write { db in try db.execute(sql: "ALTER TABLE kept_forms RENAME TO broken") }
    let answer = try await world.post("/lists", ["name": "Typed"])
    #expect(answer.status == .unauthorized)
    #expect(try answer.page.all("dd").map(\.text) == ["Typed"])
    #expect(try answer.page.first("h1")?.text.contains("kept") == false)
  }

  @Test func `an unreadable form is reported only after signing in`() async throws {
    let (world, _, _) = try await scene()
    for (type, body, connection) in [
      ("application/x-www-form-urlencoded", "name=%", nil), ("application/json", "{}", nil),
      ("application/x-www-form-urlencoded", "name=" + String(repeating: "x", count: FormBody.limit), "close"),
    ] as [(String, String, String?)] {
      let answer = try await world.send(
        .post, "/lists", [.contentType: type, .secFetchSite: "same-origin"], body: body)
      #expect(answer.status == .unauthorized)
      #expect(answer.headers[.connection] == connection)
    }
  }

  @Test func `a form under a session from before a change of password is not saved`() async throws {
    let (world, _, _) = try await scene()
    try await world.store.setPassword("another record", of: world.account, keeping: nil)
    #expect(try await world.post("/lists", ["name": "typed"]).page.value(of: "kept") == nil)
  }

  @Test func `a text that is too long for the sign-in form is not sent along`() async throws {
    let (world, _, task) = try await scene(.revoked)
    let text = String(repeating: "a", count: FormBody.signedOutLimit * 7 / 8)
    let page = try await world.post("/tasks/\(task)", fields: [("notes", text)]).page
    #expect(page.first { $0["class"] == "sheet unsent" }?.text.contains(text) == true)
    let form = try #require(page.form(to: "/sign-in"))
    #expect(form.controls.allSatisfy { $0.value.utf8.count < 100 })
  }
}
