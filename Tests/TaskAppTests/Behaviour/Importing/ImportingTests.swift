import Foundation
import HTTPTypes
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// Moving in: a file, its preview, the import, and its undo.
final class ImportingTests: WorldTests {
  static let board = """
    {"name": "Kitchen", "lists": [{"id": "l1", "name": "To do"}, {"id": "l2", "name": "Waiting for"}],
    "cards": [
    {"id": "c1", "name": "Order tiles", "idList": "l1", "desc": "12 m2", "due": "2026-11-27T16:00:00.000Z"},
    {"id": "c2", "name": "Call Jonas", "idList": "l2", "idMembers": ["m1"]},
    {"id": "c3", "name": "Measure", "idList": "l1", "closed": true}], "actions": [], "checklists": []}
    """
  private static let list = """
    # Garden
    - [ ] Rake
      - [ ] Find the rake
    - [x] Mow
    # House
    - [ ] Paint
    """

  @Test func `a file is previewed, imported, linked, and undone with one press`() async throws {
    let kept = try await world.makeList("Kept")
    let preview = try await world.preview(Self.board, named: "board.json")
    #expect(preview.status == .ok)
    #expect(try preview.page.state("preview") == "content")
    for words in ["3 tasks · 1 list", "From a Trello board", "2 open 1 completed", "1 person", "To do, Waiting for"] {
      #expect(preview.words.contains(words), "\(words)")
    }
    #expect(try await mine.lists().map(\.name) == ["Kept"], "nothing is added yet")

    let result = try await world.importing(preview)
    #expect(result.status == .ok)
    #expect(try result.page.state("import") == "content")
    #expect(result.words.contains("Imported: 3 tasks · 1 list") && result.words.contains("1 person"))
    let list = try #require(try await mine.lists().first { $0.name == "Kitchen" })
    #expect(try result.page.first { $0["href"] == "/lists/\(list.id)" } != nil)
    let page = try await world.get("/lists/\(list.id)")
    #expect(page.words.contains("Order tiles") && page.words.contains("Waiting for"))

    let undone = try await world.follow(world.press(result.page.undoForms.first))
    #expect(undone.status == .ok)
    #expect(try await mine.lists().map(\.id) == [kept])
    let started = try await world.press(try preview.page.forms.first { $0.action.hasPrefix("/import/") })
    #expect(try await world.follow(started).page.state("import") == "empty/import-undone")
  }

  @Test func `a date that could be two days is asked, and the choice holds for the import`() async throws {
    let preview = try await world.preview("Task;Due\nPaint;3/4/2027\n", named: "a.csv")
    #expect(preview.words.contains("Dates such as 3/4/2027"))
    let choices = try preview.page.forms.first { $0.action.hasSuffix("/choices") }
    let again = try await world.follow(world.press(choices, typing: ["date-order": "month-first"]))
    let form = try again.page.forms.first { $0.action.hasPrefix("/import/") && !$0.action.hasSuffix("/choices") }
    let result = try await world.follow(world.press(form))
    #expect(result.words.contains("Imported: 1 task · 1 list"))
    let list = try #require(try await mine.lists().first)
    let tasks = try await mine.openTasks(in: list.id)
    #expect(tasks.map { $0.due?.iso } == ["2027-03-04"])
  }

  @Test func `dates of a file are read as the reader writes them, unless another date tells`() async throws {
    let (account, store) = (world.account, world.store)
    let settings: KeyValuePairs = [
      "time-zone": "America/Chicago", "theme": "system", "rows": "100", "date-order": "", "morning": "06:30",
      "afternoon": "13:00", "evening": "17:00", "night": "22:00",
    ]
    #expect(try await world.post("/settings", settings).status == .seeOther)
    for (other, due) in [("1/2/2027", "2027-03-04"), ("13/2/2027", "2027-04-03")] {
      let preview = try await world.preview("Task;Due\nPaint \(due);3/4/2027\nOther;\(other)\n", named: "a.csv")
      let form = try preview.page.forms.first { $0.action.hasPrefix("/import/") && !$0.action.hasSuffix("/choices") }
      #expect(try await world.follow(world.press(form)).words.contains("Imported: 2 tasks"))
      let lists = try await store[account].lists()
      var tasks: [TaskRow] = []
      for list in lists { tasks += try await store[account].openTasks(in: list.id) }
      #expect(tasks.first { $0.title == "Paint \(due)" }?.due?.iso == due)
    }
  }

  @Test func `sections become lists where the reader wants that`() async throws {
    let preview = try await world.preview(Self.board)
    let result = try await world.importing(preview, typing: ["sections": "lists"])
    #expect(result.words.contains("Imported: 3 tasks · 2 lists"))
    #expect(Set(try await mine.lists().map(\.name)) == ["To do", "Waiting for"])
    // One undo for all of them.
    #expect(try result.page.undoForms.count == 1)
    _ = try await world.press(result.page.undoForms.first)
    #expect(try await mine.lists().isEmpty)
  }

  @Test func `pasted lines become tasks, with their steps`() async throws {
    let preview = try await world.follow(world.upload(nil, text: "Milk\r\nParty\r\n  Invite Ann\r\n  Cake"))
    #expect(preview.words.contains("4 tasks · 1 list") && preview.words.contains("2 steps among them"))
    let result = try await world.importing(preview)
    #expect(result.words.contains("Imported: 4 tasks"))
    #expect(try await mine.lists().map(\.name) == ["Imported"])
  }

  @Test func `text can be sent by a form without a file, too`() async throws {
    let preview = try await world.follow(world.post("/import", ["text": Self.list]))
    #expect(preview.words.contains("From a Markdown list"))
    #expect(try await world.post("/import", ["text": " \r\n "]).status == .unprocessableContent)
  }

  @Test func `the same file twice adds nothing, and says so`() async throws {
    _ = try await world.importing(world.preview(Self.board))
    let again = try await world.preview(Self.board)
    #expect(again.status == .ok)
    #expect(try again.page.state("preview") == "empty/all-present")
    #expect(try again.page.forms.isEmpty)
    #expect(try await mine.lists().count == 1)
  }

  @Test func `a file whose tasks came meanwhile adds nothing, and says so`() async throws {
    let preview = try await world.preview(Self.board)
    let file = try PortableFile(reading: Array(Self.board.utf8), in: .gmt, inflate: { _, _ in nil })
    _ = try await mine.importLists(file.lists, unnamed: ListName(stored: "x"), submission: .fresh())
    let result = try await world.importing(preview)
    #expect(try result.page.state("import") == "empty/nothing-new")
  }

  @Test func `part of a file is added if the rest is there`() async throws {
    let first = Self.board.replacing("\"c3\"", with: "\"c4\"").replacing("Measure", with: "Sweep")
    _ = try await world.importing(world.preview(first))
    let preview = try await world.preview(Self.board)
    #expect(preview.words.contains("1 task · 1 list") && preview.words.contains("2 tasks are in your lists"))
    let result = try await world.importing(preview)
    #expect(result.words.contains("Imported: 1 task · 1 list") && result.words.contains("2 tasks were in your lists"))
  }

  @Test func `an own export's trashed tasks are told apart, and a trashed list by link is not offered`() async throws {
    let json = #"""
      {"format": "fourfold", "version": 1, "lists": [
      {"name": "House", "tasks": [{"title": "Rake", "uid": "1"}, {"title": "Mow", "uid": "2", "completed-at": "2026-01-02T00:00:00.000Z"},
      {"title": "Party", "uid": "3", "deleted-at": "2026-01-02T00:00:00.000Z"}, {"title": "Cake", "uid": "4", "parent": "3"},
      {"title": "Roses", "uid": "5", "completed-at": "2026-01-02T00:00:00.000Z", "deleted-at": "2026-01-02T00:00:00.000Z"}]},
      {"name": "Choir", "source": "https://choir.example/", "tasks": [], "deleted-at": "2026-01-02T00:00:00.000Z"}]}
      """#
    let preview = try await world.preview(json)
    #expect(preview.words.contains("5 tasks · 1 list"), "\(preview.words)")
    #expect(preview.words.contains("1 open 1 completed 3 in the trash"), "\(preview.words)")
    #expect(!preview.words.contains("choir.example"))
    let result = try await world.importing(preview)
    #expect(result.words.contains("1 open 1 completed"))
    #expect(!result.words.contains("follows an address"))
  }

  @Test
  func `the first tasks are shown with what a reader checks: date, time, priority, tags, done`() async throws {
    let json = #"""
      {"format": "fourfold", "version": 1, "lists": [{"name": "House", "tasks": [
      {"title": "Tiles", "due": "2030-11-27", "time": "14:05", "priority": "high", "tags": "kitchen b", "notes": "n"},
      {"title": "Mow", "uid": "2", "completed-at": "2026-01-02T00:00:00.000Z"},
      {"title": "Gone", "uid": "3", "deleted-at": "2026-01-02T00:00:00.000Z"}, {"title": "Plain"}]}]}
      """#
    let rows = try await world.preview(json).page.first { $0["class"] == "titles" }?.all("li").map(\.text)
    let tiles = "Tiles · 27 Nov 2030 14:05 · high · #kitchen · #b · has notes"
    #expect(rows == [tiles, "Mow · completed", "Gone · in the trash", "Plain"])
  }

  @Test func `an import is made once, however often its button is pressed`() async throws {
    let preview = try await world.preview(Self.board)
    let form = try preview.page.forms.first { $0.action.hasPrefix("/import/") }
    let first = try await world.press(form)
    let second = try await world.press(form)
    #expect(first.location == second.location)
    #expect(try await world.follow(second).page.state("import") == "content")
    // Back at the preview, the import is shown.
    let address = try #require(form?.action)
    #expect(try await world.get(address).location == first.location)
    #expect(try await world.press(form).location == first.location)
    #expect(try await mine.lists().count == 1)
    #expect(world.app.imports.uploads.count == 0, "the file is deleted")
  }

  @Test func `the import is in the history of each list, with the undo`() async throws {
    _ = try await world.importing(world.preview(Self.board), typing: ["sections": "lists"])
    for list in try await mine.lists() {
      let history = try await world.get("/lists/\(list.id)/history")
      #expect(history.words.contains("Imported"))
      #expect(try history.page.undoForms.count == 1)
    }
  }

  @Test func `names and words of a file are text, never markup`() async throws {
    let evil = Self.board.replacing("Kitchen", with: "<script>x</script>").replacing("To do", with: "<b>y</b>")
    let preview = try await world.preview(evil, named: "<i>.json")
    #expect(!preview.body.contains("<script>x") && !preview.body.contains("<b>y"))
    let result = try await world.importing(preview)
    #expect(!result.body.contains("<script>x"))
    #expect(result.words.contains("<script>x</script>"))
  }

  @Test func `the page for a file is reached from the first run, the lists and the settings`() async throws {
    for address in ["/lists", "/settings"] {
      #expect(try await world.page(address).first { $0["href"] == "/import" } != nil, "\(address)")
    }
    #expect(try await world.get("/lists").words.contains("Import"))
    _ = try await world.makeList()
    #expect(try await world.page("/lists").first { $0["href"] == "/import" } != nil)
    let form = try await world.form(at: "/import")
    #expect(form.controls.map(\.name) == ["file", "text"])
    #expect(try await world.page("/import").first { $0["enctype"] == "multipart/form-data" } != nil)
  }
}
