import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// Tasks of a followed list are copied into the account's own lists.
struct CopyingTests {
  /// A followed list, and the page on which its tasks are chosen.
  private struct Scene {
    let world: World
    let list: ListID

    init(_ tasks: ReadList = .choir) async throws {
      world = try await World()
      list = try await world.follow(World.choir, as: "Choir", tasks).list
    }

    /// Sends the form of the page for choosing tasks with these ticked.
    func copy(_ ticks: [String], to target: ListID? = nil, pressing words: String = "Copy selected") async throws
      -> Answer
    {
      let page = try await world.page("/lists/\(list)?choose")
      let form = try #require(page.form(to: "/lists/\(list)/copy"))
      let boxes = page.all { $0["type"] == "checkbox" && $0["form"] == "copy" }
      let ticked = boxes.filter { ticks.contains($0["value"] ?? "") }.map { ($0["name"] ?? "", $0["value"] ?? "") }
      #expect(ticked.count == ticks.count)
      let button = try #require(form.buttons.first { $0.words == words })
      let fields = form.fields(pressing: button, typing: ["to": target.map { "\($0)" } ?? ""])
      return try await world.post(form.action, fields: fields + ticked.map { (name: $0.0, value: $0.1) })
    }
  }

  @Test func `a task's own link opens the page with that task ticked, and the button copies it into a new list`()
    async throws
  {
    let scene = try await Scene()
    let (world, list) = (scene.world, scene.list)
    let row = try #require(try await world.page("/lists/\(list)").row("Altos"))
    let link = try #require(row.all("a").last?["href"])
    #expect(link == "/lists/\(list)?choose=altos#remote-3")
    let page = try await world.page(link)
    let form = try #require(page.form(to: "/lists/\(list)/copy"))
    #expect(form.controls.filter { $0.name.hasPrefix("task-") }.map(\.value) == ["altos"])
    let landing = try await world.submit(form, form.buttons.first { $0.words == "Copy selected" })
    #expect(landing.first("h1")?.text == "Choir" && landing.titles() == ["Altos"])
    #expect(landing.notice?.text.contains("Copied 1 task from “\u{2068}Choir\u{2069}”") == true)
    #expect(try await world.mine.lists().map(\.open) == [3, 1])
  }

  @Test func `some tasks are copied on top of an own list, in their order, and undo removes only these`() async throws {
    let scene = try await Scene()
    let own = try await scene.world.makeList("House")
    try await scene.world.add("Sweep", to: own)
    let answer = try await scene.copy(["verse", "folders"], to: own)
    let landing = try await scene.world.follow(answer).page
    #expect(landing.titles() == ["Bring the folders", "First verse", "Sweep"])
    let back = try await scene.world.submit(landing.notice?.undoForms.first)
    #expect(back.titles() == ["Sweep"])
  }

  @Test func `one button copies all open tasks, whatever is ticked`() async throws {
    let scene = try await Scene()
    let landing = try await scene.world.follow(scene.copy(["encore"], pressing: "Copy all 3 open tasks")).page
    #expect(landing.titles() == ["Bring the folders", "First verse", "Altos"])
    let new = try #require(try await scene.world.mine.lists().last)
    #expect(new.name == "Choir" && new.completed == 0)
    _ = try await scene.world.follow(scene.world.press(landing.notice?.undoForms.first))
    #expect(try await scene.world.mine.lists().map(\.id) == [scene.list], "the new list goes too")
  }

  @Test func `a completed or cancelled remote task is copied as completed, with notes and priority`() async throws {
    let scene = try await Scene()
    let answer = try await scene.copy(["encore", "programmes", "folders"])
    let new = try #require(try await scene.world.mine.lists().last)
    #expect(new.completed == 2 && new.open == 1)
    let page = try await scene.world.follow(answer).page
    let link = try #require(page.row("Bring the folders")?.all("a").first?["href"])
    let task = try await scene.world.page(link)
    #expect(task.value(of: "notes") == "The blue ones.")
  }

  @Test func `a form without ticks is reported, and copies nothing`() async throws {
    let scene = try await Scene()
    let page = try await scene.copy([]).page(.unprocessableContent)
    #expect(page.text.contains("No task is selected"))
    #expect(page.all { $0["type"] == "checkbox" }.count == 5)
    #expect(try await scene.world.mine.lists().count == 1)
  }

  @Test func `a link ticks its own task, also after others were added and removed`() async throws {
    let scene = try await Scene()
    let link = try #require(try await scene.world.page("/lists/\(scene.list)").row("Altos")?.all("a").last?["href"])
    try await scene.world.record(.came(.of("new", "altos")), of: scene.world.source(of: scene.list).id)
    func ticked() async throws -> [String] {
      let form = try await scene.world.form("/lists/\(scene.list)/copy", at: link)
      return form.controls.filter { $0.name.hasPrefix("task-") }.map(\.value)
    }
    #expect(try await ticked() == ["altos"])
    try await scene.world.record(.came(.of("new")), of: scene.world.source(of: scene.list).id)
    #expect(try await ticked() == [])
  }

  @Test func `if a ticked task is gone it is reported, the others stay ticked, and nothing is copied`() async throws {
    let scene = try await Scene()
    let page = try await scene.world.page("/lists/\(scene.list)?choose")
    let version = try #require(page.value(of: "version"))
    try await scene.world.record(.came(.of("folders", "new")), of: scene.world.source(of: scene.list).id)
    let fields = { (keys: [String]) in
      [("version", version), ("to", "")] + keys.enumerated().map { ("task-\($0 + 1)", $1) }
    }
    let gone = try await scene.world.post("/lists/\(scene.list)/copy", fields: fields(["altos", "verse"]))
    #expect(gone.status == .conflict)
    #expect(try gone.page.text.contains("2 of the selected tasks are no longer in this list"))
    let some = try await scene.world.post("/lists/\(scene.list)/copy", fields: fields(["altos", "folders"]))
    #expect(some.status == .conflict)
    #expect(try some.page.text.contains("One of the selected tasks is no longer in this list"))
    #expect(try await scene.world.mine.lists().count == 1)
    let form = try #require(try some.page.form(to: "/lists/\(scene.list)/copy"))
    #expect(form.controls.filter { $0.name.hasPrefix("task-") }.map(\.value) == ["folders"])
  }

  @Test func `a repeated form asks for confirmation`() async throws {
    let scene = try await Scene()
    let fields = [("version", "1"), ("to", ""), ("task-1", "folders")]
    #expect(try await scene.world.post("/lists/\(scene.list)/copy", fields: fields).status == .seeOther)
    let repeated = try await scene.world.post("/lists/\(scene.list)/copy", fields: fields)
    #expect(repeated.status == .conflict)
    #expect(try repeated.page.text.contains("just copied"))
    #expect(try await scene.world.mine.lists().count == 2)
  }

  @Test func `only own lists can be the target`() async throws {
    let scene = try await Scene()
    let (other, _) = try await scene.world.follow("https://club.example/", as: "Club", .club)
    let own = try await scene.world.makeList("House")
    let page = try await scene.world.page("/lists/\(scene.list)?choose")
    #expect(page.element(id: "copy-to")?.all("option").map { $0["value"] } == ["", "\(own)"])
    for (target, status) in [("\(other)", 403), ("\(scene.list)", 403), ("999", 404), ("x", 400)] {
      let answer = try await scene.world.post(
        "/lists/\(scene.list)/copy", fields: [("to", target), ("task-1", "folders")])
      #expect(answer.status.code == status, "\(target)")
    }
    #expect(try await scene.world.post("/lists/\(own)/copy", ["all": "open", "to": ""]).status == .notFound)
  }

  @Test func `a thousand long keys fit into a form`() async throws {
    let keys = (1...1_000).map { "\($0)-" + String(repeating: "k", count: 190) }
    let scene = try await Scene(
      ReadList(format: .iCalendar, title: nil, tasks: keys.map { RemoteTask(key: $0, title: "Task") }))
    let answer = try await scene.copy(keys)
    #expect(answer.status == .seeOther, "\(answer.words)")
    #expect(try await scene.world.mine.lists().last?.open == 1_000)
  }

  @Test func `two keys that are canonically equivalent are two`() async throws {
    let scene = try await Scene(
      ReadList(
        format: .iCalendar, title: nil,
        tasks: [RemoteTask(key: "\u{e9}", title: "one"), RemoteTask(key: "e\u{301}", title: "two")]))
    let answer = try await scene.world.post("/lists/\(scene.list)/copy", fields: [("to", ""), ("task-2", "e\u{301}")])
    #expect(try await scene.world.follow(answer).page.titles() == ["two"])
  }
}

/// A followed list becomes one of the account's own, with one press in its menu.
final class KeepingListTests: WorldTests {
  @Test func `one press makes it an own list, and one undo a followed one again`() async throws {
    let list = try await world.follow(World.choir, as: "Choir", .choir).list
    let before = try await world.page("/lists/\(list)")
    let landing = try await world.follow(world.press(before.form(to: "/lists/\(list)/keep")))
    #expect(landing.status == .ok && landing.words.contains("your own now"))
    let page = try landing.page
    #expect(page.first("h1")?.text == "Choir")
    #expect(page.state("tasks") == "content")
    #expect(page.form(to: "/lists/\(list)/refresh") == nil)
    #expect(try await world.get("/lists/\(list)").status == .gone, "in the trash")
    let undone = try await world.follow(world.press(page.undoForms.first))
    #expect(undone.status == .ok)
    #expect(try await world.page("/lists/\(list)").form(to: "/lists/\(list)/refresh") != nil)
  }

  @Test func `pressed twice, it leads to the same list`() async throws {
    let list = try await world.follow(World.choir, as: "Choir", .choir).list
    let form = try await world.form("/lists/\(list)/keep", at: "/lists/\(list)")
    let first = try await world.press(form)
    let lists = try await mine.lists()
    #expect(try await world.press(form).location == first.location)
    #expect(try await mine.lists() == lists)
  }

  @Test func `a list that was never fetched has nothing to keep, and says so`() async throws {
    let answer = try await world.post("/remote", ["url": World.choir, "name": "Choir"])
    let list = try #require(try await mine.lists().first).id
    #expect(answer.status == .seeOther)
    let refused = try await world.post("/lists/\(list)/keep", ["version": ""])
    #expect(refused.status == .conflict && refused.words.contains("No tasks to keep"))
  }
}
