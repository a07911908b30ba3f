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
