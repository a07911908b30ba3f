import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

final class PreferencesTests: WorldTests {
  private func save(
    _ world: World, zone: String = "", theme: String = "system", rows: String = "100"
  ) async throws -> Answer { try await world.post("/settings", ["time-zone": zone, "theme": theme, "rows": rows]) }

  @Test func `a saved setting is selected in the form, and confirmed`() async throws {
    let saved = try await save(world, zone: "Asia/Tokyo", theme: "dark", rows: "25")
    let page = try await world.follow(saved).page
    #expect(page.notice != nil && page.notice?.undoForms.isEmpty == true)
    #expect(page.value(of: "time-zone") == "Asia/Tokyo")
    #expect(page.value(of: "theme") == "dark" && page.value(of: "rows") == "25")
    let later = try await world.page("/settings")
    #expect(later.notice == nil && later.value(of: "theme") == "dark")
  }

  @Test func `the reader's time zone decides the day: what is due today, and when a task was done`() async throws {
    let list = try await world.makeList()
    try await world.add(TaskInput(title: "a", due: "2026-11-21"), to: list)
    // It is 15:00 of the 20th in Greenwich.
    #expect(try await world.page("/lists/\(list)").row("a")?.text.contains("tomorrow") == true)
    _ = try await save(world, zone: "Pacific/Auckland")
    for address in ["/lists/\(list)", "/lists"] {
      #expect(try await world.page(address).text.contains("today"), "\(address)")
    }
    #expect(try await world.page("/lists/\(list)/history").region("history")?.text.contains("04:00") == true)
    let form = try await world.page("/tasks/1").forms.first { $0.buttons.contains { $0.name == "quick" } }
    // Its due date is today there.
    #expect(form?.buttons.contains { $0.value == "tomorrow" } == true)
    #expect(form?.buttons.contains { $0.value == "today" } == false)
    let ben = try await world.another()
    let theirs = try await ben.makeList()
    try await ben.add(TaskInput(title: "b", due: "2026-11-21"), to: theirs)
    #expect(try await ben.page("/lists/\(theirs)").row("b")?.text.contains("tomorrow") == true)
  }

  @Test(arguments: [("system", nil, "light dark"), ("light", "light", "light"), ("dark", "dark", "dark")])
  func `the theme is part of every page, those of problems too`(
    theme: String, attribute: String?, scheme: String
  ) async throws {
    _ = try await save(world, theme: theme)
    for (address, status) in [("/lists", 200), ("/settings", 200), ("/trash", 200), ("/lists/999", 404)] {
      let answer = try await world.get(address)
      #expect(answer.status.code == status)
      let page = try answer.page
      #expect(page.first("html")?["data-theme"] == attribute, "\(address)")
      #expect(page.first { $0["name"] == "color-scheme" }?["content"] == scheme, "\(address)")
    }
    let malformed = try await world.send(.post, "/lists", .form, body: "name=%").page
    #expect(malformed.first("html")?["data-theme"] == attribute)
    #expect(try await world.showing(nil).get("/lists").page.first("html")?["data-theme"] == nil)
  }

  @Test func `a list shows the chosen number of rows, counts the others, and shows all on request`() async throws {
    let list = try await world.makeList()
    let drafts = try TaskDraft.titles(from: (1...30).map { "t\($0)" }.joined(separator: "\n"))
    let tasks = try await world.mine.addTasks(drafts, to: list, submission: .fresh()).tasks
    _ = try await save(world, rows: "25")
    let page = try await world.page("/lists/\(list)")
    #expect(page.titles() == (1...25).map { "t\($0)" })
    let links = page.region("tasks")?.first { $0["class"] == "more" }?.all("a") ?? []
    #expect(links.map(\.text) == ["Next 5", "All 30"])
    #expect(
      links.map { $0["href"] } == ["/lists/\(list)?page=2#open-tasks", "/lists/\(list)?all-open#task-\(tasks[24])"])
    #expect(try await world.page("/lists/\(list)?all-open").titles().count == 30)
    #expect(try await world.page("/lists/\(list)?arrange").titles().count == 25)
    #expect(try await world.page("/lists/\(list)?arrange&page=2").titles().count == 5, "nothing is out of reach")
    // A change to a row on a later page is shown at its position.
    let moved = try await world.post("/tasks/\(tasks[0])/move", ["before": "\(tasks[28])"])
    let landing = try await world.follow(moved).page
    #expect(landing.element(id: "task-\(tasks[0])") != nil)
    _ = try await save(world, rows: "50")
    #expect(try await world.page("/lists/\(list)").titles().count == 30)
  }

  @Test(
    arguments: [
      ("Mars/Olympus", "dark", "25", "time-zone"), ("Europe/Berlin", "pink", "25", nil),
      ("Europe/Berlin", "dark", "26", "rows"), ("Europe/Berlin", "dark", "", "rows"),
      ("\u{0}", "dark", "25", "time-zone"),
    ] as [(String, String, String, String?)])
  func `an invalid choice is reported, the other choices are kept, and nothing is saved`(
    zone: String, theme: String, rows: String, field: String?
  ) async throws {
    let page = try await save(world, zone: zone, theme: theme, rows: rows).page(.unprocessableContent)
    #expect(page.all { $0["class"] == "error" }.count == 1)
    if let field { #expect(page.error(of: field) != nil) }
    if field != "time-zone" { #expect(page.value(of: "time-zone") == zone) }
    if field == "time-zone" { #expect(page.value(of: "theme") == theme && page.value(of: "rows") == rows) }
    #expect(try await world.store.account(world.account).settings == .standard)
    #expect(page.first("html")?["data-theme"] == nil)
  }

  @Test func `a required field may not be missing`() async throws {
    for fields in [
      ["theme": "dark", "rows": "25"], ["time-zone": "", "rows": "25"], ["time-zone": "", "theme": "dark"],
    ]
      as [KeyValuePairs<String, String>]
    { #expect(try await World().post("/settings", fields).status == .badRequest) }
  }
}
