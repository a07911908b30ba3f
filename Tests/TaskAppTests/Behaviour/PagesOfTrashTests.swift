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
    #expect(try await world.mine.trash(page: 1, of: 100).page.paging.total == 231)
  }
}
