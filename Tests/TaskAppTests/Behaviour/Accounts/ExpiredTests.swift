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
  private static let ends: [SignedOutCaller] = [.idle, .old]
  private static let notes = "\n12 m²\r\n<b>&amp;\u{202E}"

  /// A world with a task, for a browser whose session has ended.
  private func scene(_ end: SignedOutCaller = .idle) async throws -> (World, ListID, TaskID) {
    let world = try await World()
    let list = try await world.makeList()
    let task = try await world.add(TaskInput(title: "paint", due: "2026-11-21", priority: "low"), to: list)
    return (world.showing(try await end.cookie(in: world)), list, task)
  }

  /// Sends an edit of the task under the session that has ended.
  private func edit(_ world: World, _ task: TaskID) async throws -> Answer {
    try await world.post(
      "/tasks/\(task)",
      fields: [
        ("version", "\(world.version(of: task))"), ("title", "paint it"), ("notes", Self.notes),
        ("due", "2026-12-24"), ("priority", "high"), ("then", ""),
      ])
  }

  @Test func `a task typed on Today is saved, and added with one button`() async throws {
    let (world, list, _) = try await scene()
    let gate = try await world.post("/today", ["version": "", "title": "Order the tiles tomorrow", "list": "\(list)"])
      .page
    #expect(gate.first("h1")?.text.contains("Your draft was kept.") == true)
    let entered = try await world.press(gate.forms.first, typing: ["username": "Ann", "password": World.password])
    let inside = try world.showing(cookieOf: entered)
    let page = try await inside.follow(entered).page
    #expect(page.first("h2")?.text == "New task")
    #expect(try await inside.press(page.form(to: "/today")).status == .seeOther)
    let tasks = try await inside.mine.openTasks(in: list)
    #expect(tasks.contains { $0.title == "Order the tiles" && $0.due != nil })
  }

  @Test(arguments: ends)
  func `an edit is saved, shown again after signing in, and sent with one button`(end: SignedOutCaller) async throws {
    let (world, list, task) = try await scene(end)
    let refused = try await edit(world, task)
    let gate = try refused.page(.unauthorized)
    #expect(gate.state("page") == "signed-out/expired")
    #expect(gate.first("h1")?.text.contains("Your draft was kept.") == true)
    #expect(gate.value(of: "next") == "/tasks/\(task)")
    #expect(gate.all("dd").isEmpty && !refused.body.contains("paint it"), "whoever sits there now reads none of it")

    let entered = try await world.press(gate.forms.first, typing: ["username": "Ann", "password": World.password])
    let kept = try #require(gate.value(of: "kept"))
    #expect(entered.location == "/kept/\(kept)")
    let inside = try world.showing(cookieOf: entered)
    let page = try await inside.follow(entered).page
    let form = try #require(page.form(to: "/tasks/\(task)"))
    let values = Dictionary(form.fields(pressing: nil).map { ($0.name, $0.value) }) { $1 }
    #expect(values["title"] == "paint it" && values["due"] == "2026-12-24" && values["priority"] == "high")
    #expect(values["notes"].map(Self.lines) == Self.lines(Self.notes))
    #expect(form.controls.filter(\.isTyped).map(\.name) == ["title", "due", "notes"])

    let done = try await inside.press(form)
    #expect(try await inside.follow(done).page.row("paint it")?.undoForms.count == 1)
    let saved = try await inside.mine.task(task)
    #expect(saved.title == "paint it" && saved.notes == Self.lines(Self.notes) && saved.list == list)
    #expect(saved.due?.iso == "2026-12-24" && saved.priority == .high)
    #expect(try await inside.get("/kept/\(kept)").status == .notFound)
    #expect(try await Rows(of: inside.store).count("kept_forms") == 0)
  }

  private static func lines(_ text: String) -> String { text.replacing("\r\n", with: "\n").replacing("\r", with: "\n") }

  @Test func `every form with text is saved: new lists, new tasks, several tasks, new names`() async throws {
    let (world, list, _) = try await scene()
    let forms: [(String, KeyValuePairs<String, String>)] = [
      ("/lists", ["name": "Typed"]), ("/lists/\(list)/tasks", ["title": "Typed", "version": "1"]),
      ("/lists/\(list)/tasks", ["titles": "Typed\nand more", "version": "1"]),
      ("/lists/\(list)", ["name": "Typed", "version": "1"]), ("/import", ["text": "Typed"]),
    ]
    for (address, fields) in forms {
      let gate = try await world.post(address, fields).page
      let entered = try await world.press(gate.forms.first, typing: ["username": "Ann", "password": World.password])
      let inside = try world.showing(cookieOf: entered)
      let form = try await inside.follow(entered).page.form(to: address)
      let done = try await inside.press(form)
      #expect(done.status == .seeOther, "\(address): \(done.words)")
      #expect(try await inside.follow(done).body.contains("Typed"), "\(address)")
    }
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

  @Test func `a wrong password keeps the draft, and signing in still leads there`() async throws {
    let (world, _, task) = try await scene()
    let gate = try await edit(world, task).page
    let wrong = try await world.press(gate.forms.first, typing: ["username": "Ann", "password": "a guess"])
    #expect(wrong.status == .unprocessableContent)
    #expect(try wrong.page.state("page") == "signed-out/expired")
    let entered = try await world.press(wrong.page.forms.first, typing: ["password": World.password])
    #expect(entered.location?.hasPrefix("/kept/") == true)
  }

  @Test func `another account never sees the draft: signing in leads to the page, without the draft`() async throws {
    let (world, _, task) = try await scene()
    let ben = try await world.another()
    let gate = try await edit(world, task).page
    let kept = try #require(gate.value(of: "kept"))
    let entered = try await world.press(gate.forms.first, typing: ["username": "Ben", "password": World.password])
    #expect(entered.location == "/tasks/\(task)", "where they wanted to go, which for them is not there")
    let inside = try ben.showing(cookieOf: entered)
    #expect(try await inside.follow(entered).status == .notFound)
    #expect(try await inside.get("/kept/\(kept)").status == .notFound)
    #expect(try await inside.post("/kept/\(kept)/discard").status == .notFound)
    let ann = world.showing(try await world.signIn(world.account))
    #expect(try await ann.get("/kept/\(kept)").status == .ok)
  }

  @Test func `a discarded draft is deleted`() async throws {
    let (world, _, task) = try await scene()
    let kept = try #require(try await edit(world, task).page.value(of: "kept"))
    let inside = world.showing(try await world.signIn(world.account))
    let discard = try await inside.form("/kept/\(kept)/discard", at: "/kept/\(kept)")
    #expect(try await inside.press(discard).location == "/lists")
    #expect(try await inside.get("/kept/\(kept)").status == .notFound)
    #expect(try await inside.mine.task(task).title == "paint")
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

  @Test func `a saved edit of a task that changed meanwhile is a conflict like any, and stays saved`() async throws {
    let (world, _, task) = try await scene()
    let kept = try #require(try await edit(world, task).page.value(of: "kept"))
    let inside = world.showing(try await world.signIn(world.account))
    let other = try await inside.form(at: "/tasks/\(task)")
    _ = try await inside.press(other, typing: ["title": "theirs"])
    let stale = try await inside.press(inside.form("/tasks/\(task)", at: "/kept/\(kept)"))
    #expect(stale.status == .conflict)
    #expect(try stale.page.region("task")?.text.contains("paint it") == true)
    #expect(try await inside.get("/kept/\(kept)").status == .ok)
  }

  @Test func `a form that cannot be saved is shown, to be copied`() async throws {
    let (world, _, _) = try await scene()
    try await world.store.database.write { db in try db.execute(sql: "ALTER TABLE kept_forms RENAME TO broken") }
    let answer = try await world.post("/lists", ["name": "Typed"])
    #expect(answer.status == .unauthorized)
    #expect(try answer.page.all("dd").map(\.text) == ["Typed"])
    #expect(try answer.page.first("h1")?.text.contains("kept") == false)
  }

  @Test(arguments: [SignedOutCaller.nobody, .garbage, .unknown, .removed])
  func `text under an unknown session is shown, to be copied`(caller: SignedOutCaller) async throws {
    let (world, _, task) = try await scene(caller)
    let page = try await edit(world, task).page(.unauthorized)
    #expect(page.state("page") == "signed-out/registered" && page.value(of: "kept") == nil)
    #expect(page.all("dd").map { Self.lines($0.text) } == ["paint it", "2026-12-24", Self.lines(Self.notes)])
    #expect(try await Rows(of: world.store).count("kept_forms") == 0)
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
}
