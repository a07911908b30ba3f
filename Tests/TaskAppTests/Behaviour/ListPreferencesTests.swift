import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

final class ListPreferencesTests: WorldTests {
  private func list(_ world: World) async throws -> ListID {
    let answer = try await world.post("/lists", ["name": "Errands"])
    #expect(answer.status == .seeOther)
    return try #require(try await world.mine.lists().first).id
  }

  private func add(_ title: String, _ world: World, to list: ListID, due: String = "", priority: String = "")
    async throws
  {
    let answer = try await world.post(
      "/lists/\(list)/tasks",
      ["title": title, "due": due, "priority": priority, "version": "1"])
    #expect(answer.status == .seeOther)
  }

  /// The values of the choices that hold.
  private func pressed(_ page: HTMLElement) -> [String?] {
    page.all { $0["aria-pressed"] == "true" }.map { $0["value"] }
  }

  @Test func `a new list adds at its bottom, until its menu says otherwise`() async throws {
    let list = try await list(world)
    try await add("a", world, to: list)
    try await add("b", world, to: list)
    let page = try await world.page("/lists/\(list)")
    #expect(page.titles() == ["a", "b"])
    let form = try #require(page.forms.first { $0.buttons.first?.name == "adds" })
    #expect(form.buttons.map(\.words) == ["New tasks at the top", "New tasks at the bottom"])
    #expect(pressed(page) == ["hand", "bottom"])
    let answer = try await world.press(form, form.buttons.first)
    #expect(answer.location == "/lists/\(list)")
    #expect(pressed(try await world.page("/lists/\(list)")) == ["hand", "top"])
    try await add("c", world, to: list)
    #expect(try await world.page("/lists/\(list)").titles() == ["c", "a", "b"])
  }

  @Test func `a list is shown by date or by priority, and its own order stays`() async throws {
    let list = try await list(world)
    try await add("a", world, to: list, priority: "low")
    try await add("b", world, to: list, due: "2026-12-01")
    try await add("c", world, to: list, due: "2026-11-21", priority: "high")
    for (order, titles) in [("date", ["c", "b", "a"]), ("priority", ["c", "a", "b"]), ("hand", ["a", "b", "c"])] {
      let form = try await world.page("/lists/\(list)").forms.first { $0.buttons.first?.name == "order" }
      let button = form?.buttons.first { $0.value == order }
      let page = try await world.submit(form, button)
      #expect(page.titles() == titles, "\(order)")
      #expect(pressed(page) == [order, "bottom"])
    }
  }

  @Test func `only the list's own order can be arranged, and one press shows it`() async throws {
    let list = try await list(world)
    try await add("a", world, to: list, priority: "low")
    try await add("b", world, to: list, due: "2026-12-01")
    try await mine.setPreferences(ListPreferences(adds: .bottom, order: .date), of: list)
    let page = try await world.page("/lists/\(list)?arrange")
    #expect(page.text.contains("The list is sorted by date. Only your own order can be arranged."))
    #expect(page.titles() == ["b", "a"])
    #expect(page.forms.allSatisfy { !$0.action.hasSuffix("/pick") })
    let form = try #require(page.form(to: "/lists/\(list)/view"))
    let answer = try await world.press(form, form.buttons.first)
    #expect(answer.location == "/lists/\(list)?arrange")
    let arranging = try await world.follow(answer).page
    #expect(arranging.titles() == ["a", "b"])
    #expect(arranging.forms.contains { $0.action.hasSuffix("/pick") })
  }

  @Test func `a task that got another day stays where it was in a list by date`() async throws {
    let list = try await list(world)
    for day in 1...9 { try await add("t\(day)", world, to: list, due: "2026-12-0\(day)") }
    try await mine.setPreferences(ListPreferences(adds: .bottom, order: .date), of: list)
    let before = try await world.page("/lists/\(list)")
    let form = try #require(before.row("t2")?.forms.first { $0.action.hasSuffix("/due") })
    let page = try await world.submit(form.action, ["due": ""])
    #expect(page.titles() == before.titles())
    #expect(page.row("t2")?.undoForms.count == 1)
    #expect(try await world.page("/lists/\(list)").titles().last == "t2")
  }

  @Test func `a task added at the bottom of a list of many pages is shown under the field, on that page`()
    async throws
  {
    let list = try await list(world)
    let rows = try AccountSettings(validating: AccountSettingsInput(timeZone: "", theme: "system", rows: "25"))
    try await mine.setSettings(rows)
    for number in 1...52 { try await add("t\(number)", world, to: list) }
    let form = try await world.form("/lists/\(list)/tasks", at: "/lists/\(list)")
    let answer = try await world.press(form, typing: ["title": "last"])
    #expect(answer.location?.hasSuffix("#new-task") == true)
    let page = try await world.follow(answer).page
    #expect(page.titles() == ["last"] + (1...25).map { "t\($0)" })
    #expect(page.form(to: "/lists/\(list)/tasks") != nil)
    // Its row tells it, so no notice does.
    #expect(page.row("last")?.undoForms.count == 1 && page.undoForms.count == 1)
    #expect(try await world.page("/lists/\(list)?page=3").titles() == ["t51", "t52", "last"])
    // Several keep their order, and are on the page that is shown.
    let several = try await world.form("/lists/\(list)/tasks", at: "/lists/\(list)?several")
    let both = try await world.submit(several, typing: ["titles": "x\ny"])
    #expect(both.titles() == ["t51", "t52", "last", "x", "y"])
    try await mine.setPreferences(ListPreferences(adds: .top, order: .hand), of: list)
    let atTop = try await world.submit(several, typing: ["titles": "v\nw"])
    #expect(Array(atTop.titles().prefix(3)) == ["v", "w", "t1"])
  }

  @Test func `the notice of a new task is on the page that shows it`() async throws {
    let list = try await list(world)
    let rows = try AccountSettings(validating: AccountSettingsInput(timeZone: "", theme: "system", rows: "25"))
    try await mine.setSettings(rows)
    for number in 1...26 { try await add("t\(number)", world, to: list) }
    try await mine.setPreferences(ListPreferences(adds: .bottom, order: .date), of: list)
    let form = try await world.form("/lists/\(list)/tasks", at: "/lists/\(list)")
    let page = try await world.submit(form, typing: ["title": "Call Anna tomorrow"])
    #expect(page.titles().first == "Call Anna")
    #expect(page.row("Call Anna")?.undoForms.count == 1)
  }

  @Test func `another value is malformed, and a followed list has no such menu`() async throws {
    let rich = try await RichWorld()
    for fields: KeyValuePairs in [["adds": "left"], ["order": "name"]] {
      #expect(try await rich.world.post("/lists/\(rich.house)/view", fields).status == .badRequest)
    }
    let page = try await rich.world.page("/lists/\(rich.followed)")
    #expect(page.form(to: "/lists/\(rich.followed)/view") == nil)
    #expect(try await rich.world.post("/lists/\(rich.followed)/view", ["order": "date"]).status == .forbidden)
  }
}
