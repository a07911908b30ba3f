import Foundation
import HTTPTypes
import StatePages
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// The page that adds a task with the text of an address. It is Friday, 20 November 2026.
struct AddPageTests {
  private let world: World

  init() async throws {
    world = try await World()
    _ = try await world.makeList("House")
    _ = try await world.makeList("Garden")
  }

  @Test(arguments: [
    ("", "", ""), ("?title=Milk", "Milk", ""), ("?title=Milk&title=Eggs", "Milk", "Eggs"),
    ("?text=Read+this%0A%0Alater&url=https://choir.example/a", "Read this", "later\nhttps://choir.example/a"),
    ("?title=Choir&text=https://choir.example/a&url=https://choir.example/a", "Choir", "https://choir.example/a"),
    ("?url=https://choir.example/a", "https://choir.example/a", ""), ("?titel=Milk", "", ""),
    ("?title=%3Cb%3E%22%27", "<b>\"'", ""),
  ])
  func `what another app shares is in the fields: the first line is the title, and the rest are the notes`(
    query: String, title: String, notes: String
  ) async throws {
    let page = try await world.get("/add" + query)
    #expect(page.status == .ok)
    let form = try #require(try page.page.form(to: "/add"))
    #expect(form.controls.first { $0.name == "title" }?.value == title)
    #expect(form.controls.first { $0.name == "notes" }?.value == notes)
  }

  @Test func `the task is added to the chosen list with its date and notes, and the list shows it with an undo`()
    async throws
  {
    let form = try await world.page("/add?title=Prune+%21high&text=All+of+it&list=2&due=2026-11-24").form(to: "/add")
    let answer = try await world.press(form)
    #expect(answer.location?.hasPrefix("/lists/2?did=") == true && answer.fragment == "new-task")
    let shown = try await world.follow(answer).page
    #expect(shown.titles() == ["Prune"] && !shown.undoForms.isEmpty)
    let task = try await world.mine.task(TaskID(1))
    #expect(task.text.due?.iso == "2026-11-24" && task.text.notes == "All of it" && task.text.priority == .high)
    #expect(try await world.press(form).status == .conflict, "the same form again")
  }

  @Test(arguments: [
    (["title": " "], "title", "Enter a title"), (["due": "soon"], "due", "date"), (["list": "99"], "list", "no longer"),
    (["title": String(repeating: "a", count: 10_240)], "title", "longer"),
    (["notes": String(repeating: "a", count: 70_000)], "notes", "more than 64 KB"),
  ])
  func `what is wrong is told at its field, and all of the text is kept`(
    typed: [String: String], field: String, error: String
  ) async throws {
    let form = try await world.form("/add", at: "/add?title=Milk&text=Whole&list=2&due=2026-11-24")
    let answer = try await world.press(form, typing: typed)
    #expect(answer.status == .unprocessableContent || answer.status == .conflict)
    #expect(try answer.page.error(of: field)?.contains(error) == true)
    let expected = ["title": "Milk", "notes": "Whole", "due": "2026-11-24"].merging(typed) { $1 }
    for (name, value) in expected where name != "list" {
      #expect(try answer.page.form(to: "/add")?.controls.first { $0.name == name }?.value == value, "\(name)")
    }
  }

  @Test func `an address with ten kilobytes, or an unknown list, says so and keeps the text`() async throws {
    let long = String(repeating: "word ", count: 2_048)
    let page = try await world.page("/add?title=\(long.replacing(" ", with: "%20"))")
    #expect(page.error(of: "title")?.contains("longer") == true)
    #expect(page.form(to: "/add")?.controls.first { $0.name == "title" }?.value == long)
    for list in ["99", "x"] {
      let page = try await world.page("/add?title=Milk&list=\(list)")
      #expect(page.error(of: "list")?.contains("no longer") == true)
      #expect(page.form(to: "/add")?.controls.first { $0.name == "title" }?.value == "Milk")
    }
  }

  @Test func `without a list, the page says where to start one`() async throws {
    let world = try await World()
    let page = try await world.page("/add?title=Milk")
    #expect(page.first { $0["href"] == "/lists#new-list" } != nil)
    let answer = try await world.press(page.form(to: "/add"))
    #expect(answer.status == .conflict)
    #expect(try answer.page.form(to: "/add")?.controls.first { $0.name == "title" }?.value == "Milk")
  }

  @Test(arguments: ["Milk & eggs", String(repeating: "word ", count: 2_048)])
  func `signed out, one signs in and comes back with the text`(text: String) async throws {
    let stranger = world.showing(nil)
    let gate = try await stranger.get(TaskStep.add(SharedText(text: text)).text)
    #expect(gate.status == .unauthorized)
    let form = try gate.page.form(to: "/sign-in")
    let wrong = try await stranger.press(form, typing: ["username": "Ann", "password": "wrong password"])
    let entered = try await stranger.press(
      wrong.page.form(to: "/sign-in"), typing: ["username": "Ann", "password": World.password])
    let page = try await stranger.showing(entered.cookie).follow(entered).page
    #expect(page.form(to: "/add")?.controls.first { $0.name == "title" }?.value == text)
  }

  private struct Manifest: Decodable {
    struct Link: Decodable { let name: String, url: String }
    struct Icon: Decodable { let src: String }
    struct Target: Decodable { let action: String, method: String }
    let name: String, start_url: String, dir: String, shortcuts: [Link], icons: [Icon], share_target: Target
  }

  @Test(arguments: [("", "en", "Today"), ("/tasks", "ar", "اليوم")])
  func `the manifest is in the reader's language, and its addresses are below the base path`(
    path: String, language: String, today: String
  ) async throws {
    var world = try await World(below: path.isEmpty ? .root : .path(path)).showing(nil)
    world.isVerbatim = true
    let page = try await world.page("\(path)/add")
    #expect(page.first { $0["rel"] == "manifest" }?["href"] == "\(path)/manifest.webmanifest")
    #expect(page.all { $0["name"] == "theme-color" }.count == 2)
    let answer = try await world.get("\(path)/manifest.webmanifest", [.acceptLanguage: language])
    let manifest = try JSONDecoder().decode(Manifest.self, from: Data(answer.body.utf8))
    #expect(
      manifest.name == "Fourfold" && manifest.start_url == "./" && manifest.dir == (language == "ar" ? "rtl" : "ltr"))
    #expect(manifest.shortcuts.map(\.url) == ["./today", "./add"] && manifest.shortcuts.first?.name == today)
    #expect(manifest.share_target.action == "./add" && manifest.share_target.method == "GET")
    for icon in manifest.icons {
      #expect(try await world.get("\(path)\(icon.src.dropFirst())").status == .ok, "\(icon.src)")
    }
  }
}
