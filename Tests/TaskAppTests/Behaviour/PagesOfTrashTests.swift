import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// More rows in the trash, and more lists, than a page shows.
final class PagesOfTrashTests: WorldTests {
  private func links(_ page: HTMLElement, _ region: String) -> [String] {
    page.region(region)?.first { $0["class"] == "more" }?.all("a").map { "\($0.text) \($0["href"] ?? "")" } ?? []
  }

  @Test func `the trash is paged, lists and tasks in one order`() async throws {
    let (list, gone) = (try await world.makeList(), try await world.makeList("Gone"))
    let tasks = try await world.add(230, to: list)
    for (index, task) in tasks.enumerated() {
      world.time.advance(by: .seconds(1))
      if index == 150 {
        try await world.mine.deleteList(gone)
        world.time.advance(by: .seconds(1))
      }
      try await world.mine.deleteTask(task)
    }
    let pages = try await [world.page("/trash"), world.page("/trash?page=2"), world.page("/trash?page=99")]
    let names = pages.map { page in page.region("trash")?.all { $0["class"] == "name" }.map(\.text) ?? [] }
    #expect(names.map(\.count) == [100, 100, 31])
    #expect(
      names.flatMap(\.self) == (151...230).reversed().map { "t\($0)" } + ["Gone"]
        + (1...150).reversed().map { "t\($0)" })
    #expect(links(pages[0], "trash") == ["Next 100 /trash?page=2#rows"])
    #expect(links(pages[1], "trash") == ["Previous 100 /trash#rows", "Next 31 /trash?page=3#rows"])
    #expect(links(pages[2], "trash") == ["Previous 100 /trash?page=2#rows"])
    #expect(pages[1].element(id: "rows")?.text == "Deleted items · 101 to 200 of 231")

    // Tasks of a list that is itself in the trash are restored with it.
    try await world.mine.deleteList(list)
    let rest = try await world.page("/trash?page=2").region("trash")
    #expect(rest?.all { $0["class"] == "name" }.count == 2)
    try await world.mine.restoreList(list)
    #expect(try await world.mine.trash(page: 1, of: 100).paging.total == 231)
  }

  @Test func `the overview and the pane page the lists`() async throws {
    var lists: [ListID] = []
    for number in 1...205 { lists.append(try await world.makeList("L\(number)")) }
    func names(_ page: HTMLElement) -> [String] { page.all("h2").map(\.text) }
    func links(_ page: HTMLElement) -> [String] {
      page.first { $0["class"] == "more" }?.all("a").map { "\($0.text) \($0["href"] ?? "")" } ?? []
    }
    let (first, third) = (try await world.page("/lists"), try await world.page("/lists?page=3"))
    #expect(names(first) == (1...100).map { "L\($0)" })
    #expect(links(first) == ["Next 100 /lists?page=2"])
    #expect(names(third) == (201...205).map { "L\($0)" })
    #expect(links(third) == ["Previous 100 /lists?page=2"])

    let pane = try #require(try await world.page("/lists/\(lists[201])").region("rail"))
    #expect(pane.all("li").count == 5 && pane.first { $0["aria-current"] == "true" }?.text.hasPrefix("L202") == true)
    #expect(pane.all("a").map(\.text).contains("All 205 lists"))
    #expect(pane.all("a").contains { $0["href"] == "/lists?page=3" })

    // Lists are arranged page by page, and across pages.
    let arranging = try await world.page("/lists?arrange&page=2")
    #expect(links(arranging) == ["Previous 100 /lists?arrange", "Next 5 /lists?arrange&page=3"])
    let picked = try await world.post("/lists/\(lists[100])/pick")
    #expect(picked.location == "/lists?picked=\(lists[100])&page=2#list-\(lists[100])")
    #expect(try await links(world.follow(picked).page).first == "Previous 100 /lists?picked=\(lists[100])")
    let other = try await world.page("/lists?picked=\(lists[100])")
    #expect(other.text.contains("Moving “L101”") && other.titles("arranging").count == 100)
    let moved = try await world.post("/lists/\(lists[100])/move", ["before": "\(lists[99])"])
    #expect(moved.location?.hasPrefix("/lists?arrange&did=") == true && moved.fragment == "list-\(lists[100])")
    let bottom = try await world.post("/lists/\(lists[0])/move", ["to": "bottom"])
    #expect(bottom.location?.hasPrefix("/lists?arrange&page=3&did=") == true && bottom.fragment == "list-\(lists[0])")
    #expect(try await world.follow(bottom).page.titles("arranging").last == "L1")
  }

  @Test func `the history links to older changes, and back to the newest`() async throws {
    let list = try await world.makeList()
    for number in 1...120 { try await world.add("T\(number)", to: list) }
    let first = try await world.page("/lists/\(list)/history")
    let older = try #require(links(first, "history").first)
    #expect(links(first, "history").count == 1 && older.hasPrefix("Older /lists/\(list)/history?before="))
    #expect(first.region("history")?.all("li").count == 100)
    let second = try await world.page(String(older.dropFirst("Older ".count)))
    #expect(second.region("history")?.all("li").count == 21)
    #expect(links(second, "history") == ["Newest /lists/\(list)/history"])
  }
}
