import HTTPTypes
import StatePagesTesting
import TaskFormats
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
    func copy(_ titles: [String], to target: ListID? = nil, pressing words: String = "Copy selected") async throws
      -> Answer
    {
      let page = try await world.page("/lists/\(list)?choose")
      let form = try #require(page.form(to: "/lists/\(list)/copy"))
      let boxes = page.all { $0["type"] == "checkbox" && $0["form"] == "select" }
      let rows = try await world.mine.followedRows(open: 1, closed: 1, of: 1_000, in: list)
      let tasks = (rows.open.rows + rows.closed.rows).filter { titles.contains($0.title) }
      let ticks = Set(tasks.map { "select-\($0.id)" })
      let ticked = boxes.filter { ticks.contains($0["id"] ?? "") }.map { ($0["name"] ?? "", "on") }
      #expect(ticked.count == titles.count)
      let button = try #require(form.buttons.first { $0.words == words })
      let fields = form.fields(pressing: button, typing: ["to": target.map { "\($0)" } ?? ""])
      return try await world.post(form.action, fields: fields + ticked.map { (name: $0.0, value: $0.1) })
    }
  }

  @Test func `a thousand tasks fit into a form`() async throws {
    let titles = (1...1_000).map { "Task \($0)" }
    let scene = try await Scene(ReadList(format: .iCalendar, title: nil, tasks: titles.map { .open($0) }))
    let answer = try await scene.copy(titles)
    #expect(answer.status == .seeOther, "\(answer.words)")
    #expect(try await scene.world.mine.lists().last?.open == 1_000)
  }
}
