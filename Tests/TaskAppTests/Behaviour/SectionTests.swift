import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// The sections of a list, in their own regions, and each on a page of its own.
struct SectionTests {
  /// A list with a task before two sections, which have two tasks and none.
  private func scene() async throws -> (world: World, list: ListID, walls: SectionID, light: SectionID) {
    let world = try await World()
    let list = try await world.makeList("Kitchen")
    try await world.mine.setPreferences(ListPreferences(adds: .bottom, order: .hand), of: list)
    let walls = try await world.addSection("Walls", to: list)
    let light = try await world.addSection("Light", to: list)
    try await world.add("a", to: list)
    _ = try await world.post("/lists/\(list)/tasks", ["title": "b", "section": "\(walls)", "version": "1"])
    _ = try await world.post("/lists/\(list)/tasks", ["title": "c", "section": "\(walls)", "version": "1"])
    return (world, list, walls, light)
  }

  /// Presses the box of a task on a page, as a browser does, which says where the button was.
  private func complete(_ title: String, on address: String, in world: World) async throws -> Answer {
    let row = try #require(try await world.page(address).row(title))
    let form = try #require(row.forms.first { $0.action.hasSuffix("/complete") })
    var headers = HTTPFields.form
    headers[try #require(HTTPField.Name("Referer"))] = "https://localhost\(address)"
    return try await world.send(.post, form.action, headers, body: "at.x=20&at.y=407")
  }

  private func names(_ page: HTMLElement) -> [String?] {
    page.all { $0["data-region"]?.hasPrefix("section-") == true }.map { $0["data-state"] }
  }

  @Test func `a section is added in the list's menu, and shown with its name and no tasks`() async throws {
    let world = try await World()
    let list = try await world.makeList("Kitchen")
    let page = try await world.page("/lists/\(list)")
    let link = try #require(page.first { $0.name == "a" && $0.text == "Add a section" }?["href"])
    #expect(link == "/lists/\(list)?add-section")
    let form = try await world.form("/lists/\(list)/sections", at: link)
    let answer = try await world.press(form, typing: ["name": "Walls"])
    #expect(answer.fragment == "section-1")
    let added = try await world.follow(answer).page
    #expect(added.notice?.text.contains("Added the section") == true)
    #expect(added.element(id: "section-1")?.text.contains("Walls") == true)
    #expect(added.region("section-1")?["data-state"] == "empty")
    #expect(added.region("section-1")?.text.contains("No tasks here") == true)
    let back = try await world.submit(added.notice?.undoForms.first)
    #expect(back.region("section-1") == nil && back.region("tasks") != nil)
  }

  @Test func `a rejected name stays in its field, with what is wrong`() async throws {
    let (world, list, walls, _) = try await scene()
    for (address, version) in [("/lists/\(list)/sections", "1"), ("/sections/\(walls)", "99")] {
      let answer = try await world.post(address, ["name": " ", "version": version])
      #expect(answer.status == .unprocessableContent)
      let form = try #require(answer.page.form(to: address))
      #expect(try answer.page.element(id: "list-name")?["aria-invalid"] == "true", "\(form)")
    }
  }

  @Test func `each section is a region, and what is before the first heading is the list's own`() async throws {
    let (world, list, walls, light) = try await scene()
    let page = try await world.page("/lists/\(list)")
    #expect(page.titles() == ["a"] && page.titles("section-\(walls)") == ["b", "c"])
    #expect(names(page) == ["content", "empty"])
    #expect(page.region("completed") != nil)
    let first = try #require(page.row("a")?.forms.first { $0.action.hasSuffix("/complete") })
    _ = try await world.press(first)
    let without = try await world.page("/lists/\(list)")
    #expect(without.region("tasks") == nil && without.region("section-\(light)") != nil)
  }

  @Test func `the page of a section has its tasks, its own field and menu`() async throws {
    let (world, list, walls, light) = try await scene()
    let page = try await world.page("/lists/\(list)?section=\(walls)")
    #expect(page.titles() == ["b", "c"] && page.region("completed") == nil)
    #expect(page.title.hasPrefix("Walls"))
    #expect(page.first { $0["href"] == "/lists/\(list)" && $0.text.contains("Kitchen") } != nil)
    let form = page.form(to: "/lists/\(list)/tasks")
    let added = try await world.press(form, typing: ["title": "d"])
    #expect(added.location?.contains("section=\(walls)") == true)
    #expect(try await world.follow(added).page.titles() == ["b", "c", "d"])
    #expect(try await world.page("/lists/\(list)?section=999").region("section-\(light)") != nil, "one that is gone")
  }

  @Test func `a press on the page of a section leads back to it`() async throws {
    let (world, list, walls, _) = try await scene()
    let answer = try await complete("b", on: "/lists/\(list)?section=\(walls)", in: world)
    #expect(answer.location?.contains("section=\(walls)") == true)
    #expect(try await world.follow(answer).page.row("b")?.undoForms.count == 1)
  }

  @Test func `an undo on the page of a section stays there`() async throws {
    let (world, list, walls, _) = try await scene()
    let added = try await world.form("/lists/\(list)/tasks", at: "/lists/\(list)?section=\(walls)")
    let several = try await world.press(added, typing: ["title": "d"])
    let page = try await world.follow(several).page
    let undo = try #require(page.row("d")?.undoForms.first ?? page.notice?.undoForms.first)
    #expect(try await world.submit(undo).titles() == ["b", "c"])
    let renaming = try await world.page("/lists/\(list)?section=\(walls)&rename")
    let renamed = try await world.press(renaming.form(to: "/sections/\(walls)"), typing: ["name": "Floor"])
    let back = try await world.press(world.follow(renamed).page.notice?.undoForms.first)
    #expect(back.location?.contains("section=\(walls)") == true)
    #expect(try await world.follow(back).page.first("h1")?.text == "Walls")
  }

  @Test func `a task leads back to the list, or to its section's page if the list does not show it`() async throws {
    let (world, list, walls, light) = try await scene()
    func back(from title: String) async throws -> String? {
      let task = try #require(try await world.mine.openTasks(in: list).first { $0.title == title }).id
      let page = try await world.page("/tasks/\(task)")
      return page.first { $0["class"] == "back" }?.first("a")?["href"]?.replacing("#task-\(task)", with: "")
    }
    for title in ["a", "c"] { #expect(try await back(from: title) == "/lists/\(list)") }
    let titles = (1...150).map { "t\($0)" }.joined(separator: "\n")
    _ = try await world.post("/lists/\(list)/tasks", ["titles": titles, "section": "\(light)", "version": "2"])
    #expect(try await back(from: "t5") == "/lists/\(list)")
    #expect(try await back(from: "t140") == "/lists/\(list)?section=\(light)&page=2")
    _ = try await world.post("/sections/\(walls)/fold", ["folded": "on"])
    #expect(try await back(from: "b") == "/lists/\(list)?section=\(walls)")
  }

  @Test func `arranging mentions headings where there are some`() async throws {
    let (world, list, _, _) = try await scene()
    #expect(try await world.page("/lists/\(list)?arrange").text.contains("Press a task or a heading"))
    let plain = try await world.makeList("Plain")
    try await world.add("x", to: plain)
    #expect(try await world.page("/lists/\(plain)?arrange").text.contains("Press a task, then"))
  }

  @Test func `a section is renamed and deleted on its page, and its tasks stay`() async throws {
    let (world, list, walls, light) = try await scene()
    let renaming = try await world.page("/lists/\(list)?section=\(walls)&rename")
    let renamed = try await world.press(renaming.form(to: "/sections/\(walls)"), typing: ["name": "Floor"])
    let page = try await world.follow(renamed).page
    #expect(page.title.contains("Renamed the section to “\u{2068}Floor\u{2069}”"))
    #expect(page.first("h1")?.text == "Floor")
    let answer = try await world.press(page.form(to: "/sections/\(walls)/delete"))
    let deleted = try await world.follow(answer).page
    #expect(deleted.region("section-\(walls)") == nil && deleted.titles() == ["a", "b", "c"])
    let back = try await world.submit(deleted.notice?.undoForms.first)
    #expect(back.titles() == ["a"] && back.titles("section-\(walls)") == ["b", "c"])
    #expect(back.region("section-\(light)") != nil)
  }

  @Test func `a folded section is not loaded, and its heading stays`() async throws {
    let (world, list, walls, _) = try await scene()
    let form = try await world.page("/lists/\(list)").form(to: "/sections/\(walls)/fold")
    let answer = try await world.press(form, form?.buttons.first)
    #expect(answer.fragment == "section-\(walls)")
    let page = try await world.follow(answer).page
    #expect(page.region("section-\(walls)")?["data-state"] == "unloaded")
    let pressed = try await world.post("/sections/\(walls)/fold", ["folded=off.x": "9", "folded=off.y": "407"])
    #expect(pressed.location == "/lists/\(list)?head=\(walls)-407#at-section-\(walls)")
    #expect(try await world.follow(pressed).page.element(id: "at-section-\(walls)")?["height"] == "407")
    _ = try await world.post("/sections/\(walls)/fold", ["folded": "on"])
    #expect(page.region("section-\(walls)")?.text.contains("Walls") == true)
    #expect(page.notice == nil, "it is no change")
    let again = try await world.get("/lists/\(list)")
    #expect(again.headers[.eTag] != nil)
  }

  @Test func `a long section shows the first of its tasks, and leads to the others`() async throws {
    let (world, list, walls, light) = try await scene()
    let rows = try AccountSettings(validating: AccountSettingsInput(timeZone: "", theme: "system", rows: "25"))
    try await world.mine.setSettings(rows)
    let titles = (1...60).map { "t\($0)" }.joined(separator: "\n")
    for section in [walls, light] {
      _ = try await world.post("/lists/\(list)/tasks", ["titles": titles, "section": "\(section)", "version": "2"])
    }
    let page = try await world.page("/lists/\(list)")
    #expect(page.titles("section-\(walls)").count == 24 && page.titles("section-\(light)").count == 10)
    let more = page.region("section-\(walls)")?.first { $0.name == "a" && $0.text == "38 more" }
    #expect(more?["href"] == "/lists/\(list)?section=\(walls)")
    // What is done to a task that the list does not show is shown on the page of its section.
    let answer = try await complete("t30", on: "/lists/\(list)?section=\(light)&page=2", in: world)
    #expect(answer.location?.contains("section=\(light)") == true && answer.location?.contains("page=2") == true)
    _ = try await world.post("/lists/\(list)/view", ["layout": "board"])
    let board = try await world.page("/lists/\(list)")
    #expect(board.titles("section-\(walls)").count == 20)
  }

  @Test func `a task is put at the end of a section, or before any task of one`() async throws {
    let (world, list, walls, light) = try await scene()
    let page = try await world.page("/lists/\(list)?arrange")
    let pick = page.row("a")?.forms.first { $0.action.hasSuffix("/pick") }
    let picked = try await world.submit(pick)
    let places = picked.all("input").filter { $0["alt"]?.hasPrefix("Put here") == true }.compactMap { $0["name"] }
    #expect(places.filter { $0.hasPrefix("end=") } == ["end=\(walls)", "end=\(light)"])
    #expect(picked.text.contains("Moving “a”"))
    let task = try #require(pick?.action).replacing("/pick", with: "/move")
    let moved = try await world.post(task, ["end=\(light).x": "9", "end=\(light).y": "407"])
    #expect(moved.location?.contains("arrange") == true)
    let after = try await world.follow(moved).page
    #expect(after.titles("section-\(light)") == ["a"] && after.titles() == [])
    let back = try await world.post(task, ["end": ""])
    #expect(try await world.follow(back).page.titles() == ["a"])
    #expect(try await world.post(task, ["end": "x"]).status == .badRequest)
  }

  @Test func `a section is picked at its heading, and put before another one or at the end`() async throws {
    let (world, list, walls, light) = try await scene()
    let page = try await world.page("/lists/\(list)?arrange")
    let picking = try await world.press(page.form(to: "/sections/\(light)/pick"))
    #expect(picking.location == "/lists/\(list)?picked-section=\(light)#section-\(light)")
    let picked = try await world.follow(picking).page
    #expect(picked.text.contains("Moving “Light”"))
    let places = picked.all("input").filter { $0["alt"]?.hasPrefix("Put here") == true }.compactMap { $0["name"] }
    #expect(places == ["before=\(walls)"])
    let moved = try await world.submit("/sections/\(light)/move", ["before": "\(walls)"])
    #expect(moved.all("h2").compactMap { $0.first("a")?.text } == ["Light", "Walls"])
    #expect(moved.notice?.text.contains("Moved the section") == true)
    let last = try await world.submit("/sections/\(light)/move", ["to": "bottom"])
    #expect(last.all("h2").compactMap { $0.first("a")?.text } == ["Walls", "Light"])
    #expect(try await world.post("/sections/\(light)/move", ["to": "top"]).status == .badRequest)
  }

  @Test func `a list with sections is shown as a board and as a list again`() async throws {
    let (world, list, walls, _) = try await scene()
    let form = try await world.page("/lists/\(list)").form(to: "/lists/\(list)/view")
    let button = try #require(form?.buttons.first { $0.name == "layout" })
    #expect(button.words == "Show as a board")
    let page = try await world.submit(form, button)
    #expect(page.first { $0["class"]?.split(separator: " ").contains("board") == true } != nil)
    #expect(page.region("tasks")?.text.contains("No section") == true)
    #expect(page.titles() == ["a"] && page.titles("section-\(walls)") == ["b", "c"])
    let other = page.form(to: "/lists/\(list)/view")
    let back = try await world.press(other, other?.buttons.first { $0.words == "Show as a list" })
    #expect(try await world.follow(back).page.region("tasks")?.text.contains("No section") == false)
    let plain = try await world.makeList("Plain")
    #expect(try await world.page("/lists/\(plain)").text.contains("Show as a board") == false)
  }
}
