import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import Testing

@testable import TaskApp

/// The buttons of rows in browsers that ignore `formaction` and `form`, as text browsers do: the form around the rows, and the names of
/// its buttons.
final class PressedRowTests: RichTests {
  /// An image button of a row.
  private struct Button {
    let name: String
    let action: String
  }

  private func buttons(of page: HTMLElement) -> [Button] {
    page.all { $0["type"] == "image" && $0["form"] != nil }.map { button in
      let name = button["name"] ?? ""
      return Button(name: name, action: button["formaction"] ?? String(name.prefix { $0 != "?" }))
    }
  }

  /// Presses a button in a browser that shows a page.
  private func press(_ name: String, on address: String, of world: World) async throws -> Answer {
    var headers = HTTPFields.form
    headers[try #require(HTTPField.Name("Referer"))] = "https://localhost\(address)"
    return try await world.send(.post, "/rows", headers, body: Form.encoded([(name + ".x", "0"), (name + ".y", "0")]))
  }

  @Test func `every button of a row has a name with its address, in a form that takes it`() async throws {
    var count = 0
    for found in try await Crawler(rich).found {
      let own = found.page.all { $0["action"] == "/rows" }.flatMap(buttons)
      let all = buttons(of: found.page)
      // A row with a form of its own, such as its menu, can't be within another one.
      let hasOthers = found.page.all("ul").contains { !$0.all("form").isEmpty }
      #expect(own.count == all.count || hasOthers, "\(found.address)")
      for button in all {
        let path = String(button.name.prefix { $0 != "?" })
        #expect(path == button.action || button.action == path + "/menu", "\(found.address): \(button)")
      }
      count += own.count
    }
    #expect(count > 100)
  }

  @Test func `a pressed button does what it does at its address, and leads back to its page`() async throws {
    let addresses = [
      "/today", "/upcoming", "/upcoming?span=month", "/lists/\(rich.house)", "/lists/\(rich.house)?arrange",
      "/lists/\(rich.house)?picked=\(rich.open)", "/lists?arrange", "/tasks/\(rich.open)", "/search?q=a",
      "/lists/\(rich.house)?done=1",
    ]
    for address in addresses {
      let page = try await world.page(address)
      let from = page.element(id: HTMLElement.formOfRows)?.first { $0["name"] == "from" }?["value"]
      var actions: Set<Substring?> = ["menu"]
      // One of each kind.
      for button in buttons(of: page) where actions.insert(button.action.split(separator: "/").last).inserted {
        let (one, other) = (try world.copy(), try world.copy())
        let fields = [(button.name + ".y", "0")] + (from.map { [("from", $0)] } ?? [])
        let expected = try await one.post(button.action, fields: fields)
        let answer = try await press(button.name, on: address, of: other)
        #expect(answer.status == .seeOther && expected.status == .seeOther, "\(button) on \(address)")
        let rows = [try await Rows(of: one.store), try await Rows(of: other.store)]
        // The next task of a series has an identifier by chance.
        let texts = rows.map { $0.description.replacing(/[0-9a-f]{8}-[0-9a-f]{4}-7[-0-9a-f]{21}/, with: "") }
        #expect(texts[0] == texts[1], "\(button) on \(address)")
        let paths = [answer, expected].map { $0.location?.prefix { $0 != "?" && $0 != "#" } }
        #expect(paths[0] == paths[1], "\(button) on \(address)")
      }
    }
  }

  @Test func `more of a row is the page of its task`() async throws {
    let address = "/lists/\(rich.house)"
    let more = try #require(try await buttons(of: world.page(address)).first { $0.action.hasSuffix("/menu") })
    let answer = try await press(more.name, on: address, of: world)
    #expect(answer.status == .seeOther && answer.location == more.name && more.name.hasPrefix("/tasks/"))
  }

  @Test(arguments: [
    "", "/", "/rows", "/nowhere", "/tasks/999999/complete", "tasks", "//tasks/1/complete", "/tasks/1/no",
  ])
  func `a name that is no address of the reader's is not found, and nothing is written`(name: String) async throws {
    let before = try await Rows(of: world.store)
    let answer = try await press(name, on: "/today", of: world)
    #expect(name == "/" ? answer.status == .seeOther : answer.status == .notFound, "\(name): \(answer.status)")
    #expect(try await Rows(of: world.store).changes(since: before) == "")
  }

  @Test func `a signed-out reader goes on where the button would have led`() async throws {
    let name = "/tasks/\(rich.open)/complete"
    let (there, here) = (
      try await world.showing(nil).post(name, ["\(name).y": "0"]),
      try await press(name, on: "/today", of: world.showing(nil))
    )
    #expect(here.status == .unauthorized && here.status == there.status)
    #expect(try here.page.value(of: "next") == "/tasks/\(rich.open)")
    #expect(try here.page.value(of: "next") == there.page.value(of: "next"))
  }

  @Test func `a button is pressed below a base path`() async throws {
    let world = try await World(below: .path("/below"))
    let list = try await world.makeList()
    let task = try #require(try await world.add("paint", to: list).first)
    let page = try await world.page("/lists/\(list)")
    #expect(page.first { $0["action"] == "/below/rows" } != nil)
    let name = "/below/tasks/\(task)/complete"
    #expect(page.first { $0["name"] == name } != nil)
    let answer = try await press(name, on: "/below/lists/\(list)", of: world)
    #expect(answer.location?.hasPrefix("/below/lists/\(list)") == true)
    #expect(try await world.mine.task(task).done != nil)
  }

  @Test func `rows with a menu that is open are in no other form`() async throws {
    let page = try await world.page("/lists/\(rich.house)?menu=\(rich.open)")
    #expect(page.first { $0["class"] == "row-form" } != nil)
    #expect(page.all("form").allSatisfy { $0.all("form").count <= 1 })
  }
}
