import Foundation
import HTTPTypes
import StatePagesTesting
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import TaskApp

/// The colors of an account's tags.
final class TagColorTests: WorldTests {
  private static let mark = "<a class=\"tag\" data-color="

  private func tag(_ name: String) async throws -> TagID {
    try #require(try await world.mine.known(Tag(stored: name))).id
  }

  private func color(_ name: String) async throws -> ListColor.Name? {
    try await world.mine.tagColors()[Tag(stored: name)]
  }

  @Test func `a color that is chosen on the tag's page is on its chips in every spelling`() async throws {
    let list = try await world.makeList("House")
    for title in ["Weed #garden", "Water #Garden #phone"] {
      _ = try await world.post("/lists/\(list)/tasks", ["title": title, "version": "1"])
    }
    #expect(try await !world.get("/lists/\(list)").body.contains(Self.mark))
    let garden = try await tag("garden")
    #expect(try await world.post("/tags/\(garden)/color", ["color": "green"]).status == .seeOther)
    let page = try await world.get("/lists/\(list)").body
    // Two rows, and the rail.
    #expect(page.components(separatedBy: "\(Self.mark)\"green\"").count - 1 == 3)
    #expect(page.contains("#garden<span class=\"color-name\"> Green</span>"))
    #expect(try await world.get("/today").body.contains(Self.mark))
    let own = try await world.get("/search?tag=garden").body
    #expect(own.contains("<h1 class=\"of-color\" data-color=\"green\">"))
    #expect(own.contains("value=\"green\" data-color=\"green\" aria-pressed=\"true\""))
    #expect(try await world.get("/tags").body.contains("<li data-color=\"green\">"))
    #expect(try await world.get("/tasks/1").body.contains("<span class=\"tag\" data-color=\"green\">#garden"))
    #expect(try await world.post("/tags/\(garden)/color", ["color": "none"]).status == .seeOther)
    #expect(try await !world.get("/lists/\(list)").body.contains(Self.mark))
  }

  @Test func `a tag keeps its color when it is renamed, and gets it back when its removal is undone`() async throws {
    let list = try await world.makeList("House")
    _ = try await world.post("/lists/\(list)/tasks", ["title": "Weed #garden", "version": "1"])
    let garden = try await tag("garden")
    _ = try await world.post("/tags/\(garden)/color", ["color": "amber"])
    _ = try await world.mine.renameTag(garden, to: Tag(stored: "yard"))
    #expect(try await color("yard") == .amber)
    let removed = try #require(try await world.mine.removeTag(tag("yard")))
    #expect(try await world.mine.known(Tag(stored: "yard")) == nil)
    _ = try await world.mine.undo(try #require(removed.change))
    #expect(try await world.mine.known(Tag(stored: "yard"))?.color == .amber)
  }

  @Test func `the color is the account's own`() async throws {
    let list = try await world.makeList("House")
    _ = try await world.post("/lists/\(list)/tasks", ["title": "Weed #garden", "version": "1"])
    let ben = try await world.another("Ben")
    let garden = try await tag("garden")
    #expect(try await ben.post("/tags/\(garden)/color", ["color": "red"]).status == .notFound)
    _ = try await ben.post("/lists/\(ben.makeList("Yard"))/tasks", ["title": "Dig #garden", "version": "1"])
    _ = try await world.post("/tags/\(garden)/color", ["color": "red"])
    #expect(try await ben.mine.tagColors()[Tag(stored: "garden")] == nil)
    #expect(try await color("garden") == .red)
  }

  @Test func `a color that there is none of is refused`() async throws {
    let list = try await world.makeList("House")
    _ = try await world.post("/lists/\(list)/tasks", ["title": "Weed #garden", "version": "1"])
    #expect(try await world.post("/tags/\(tag("garden"))/color", ["color": "fuchsia"]).status == .badRequest)
    #expect(try await world.post("/tags/\(tag("garden"))/color").status == .badRequest)
    #expect(try await color("garden") == nil)
  }

  @Test func `an export has the colors, and an import gives them to tags that have none`() async throws {
    let list = try await world.makeList("House")
    _ = try await world.post("/lists/\(list)/tasks", ["title": "Weed #garden #phone", "version": "1"])
    for (name, color) in [("garden", "green"), ("phone", "blue")] {
      _ = try await world.post("/tags/\(tag(name))/color", ["color": color])
    }
    let file = try await world.press(world.form("/settings/export", at: "/settings/data"), typing: ["password": ""])
      .body
    #expect(file.contains("\"color\" : \"#55741f\",\n          \"name\" : \"garden\""))
    let ben = try await world.another("Ben")
    _ = try await ben.post("/lists/\(ben.makeList("Yard"))/tasks", ["title": "Call #phone", "version": "1"])
    let phone = try #require(try await ben.mine.known(Tag(stored: "phone"))).id
    try await ben.mine.setColor(.red, of: phone)
    _ = try await ben.importing(ben.preview(file, named: "export.json"))
    #expect(try await ben.mine.tagColors()[Tag(stored: "garden")] == .green)
    #expect(try await ben.mine.tagColors()[Tag(stored: "phone")] == .red)
  }

  @Test func `chosen tags go with a new task, and are kept with what was rejected`() async throws {
    let list = try await world.makeList("House")
    _ = try await world.post("/lists/\(list)/tasks", ["title": "Weed #garden #phone", "version": "1"])
    let page = try await world.get("/lists/\(list)").body
    #expect(page.contains("name=\"tag-1\" value=\"garden\">") && page.contains("name=\"tag-2\" value=\"phone\">"))
    for address in ["/lists/\(list)/tasks", "/today", "/add"] {
      let fields = ["title": "Dig #yard", "list": "\(list)", "version": "1", "tag-1": "garden", "tag-2": "phone"]
      #expect(try await world.post(address, fields: fields.map { ($0, $1) }).status == .seeOther)
      let last = try #require(try await world.mine.openTasks(in: list).max { $0.id.value < $1.id.value })
      #expect(Set(last.tags.tags.map(\.name)) == ["yard", "garden", "phone"], "\(address)")
    }
    let rejected = try await world.post("/lists/\(list)/tasks", ["title": " ", "version": "1", "tag-2": "phone"])
    #expect(rejected.status == .unprocessableContent)
    #expect(rejected.body.contains("name=\"tag-1\" value=\"phone\" checked>"))
  }
}
