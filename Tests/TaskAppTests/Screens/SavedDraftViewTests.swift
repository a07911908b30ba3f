import Foundation
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp

struct SavedDraftViewTests {
  private func form(_ fields: [(String, String)], to path: String = "/tasks/17") throws -> HTMLElement {
    let kept = SavedDraft(
      id: SavedDraftID(5), account: AccountID(1), path: path,
      fields: fields.map { SavedDraftField(name: $0.0, value: $0.1) }, at: Date(timeIntervalSince1970: 1_795_183_320))
    return try printed(SavedDraftView(kept, about: nil, for: Samples.look))
  }

  @Test func `typed text can still be changed, and all other fields are sent unchanged`() throws {
    let page = try form([
      ("version", "9"), ("title", "\"Tiles\""), ("notes", "\n two\nlines "), ("due", "2026-11-23"), ("list", "4"),
    ])
    #expect(page.first("form")?["action"] == "/tasks/17")
    #expect(page.element(id: "kept-title")?["value"] == "\"Tiles\"")
    #expect(page.element(id: "kept-notes")?.text == "\n two\nlines ")
    #expect(page.element(id: "kept-due")?["type"] == "date")
    let hidden = page.all("input").filter { $0["type"] == "hidden" }.map { "\($0["name"] ?? "")=\($0["value"] ?? "")" }
    #expect(hidden == ["version=9", "list=4", "kept=5"])
  }

  @Test func `the button never deletes, and a chosen date is in its field`() throws {
    let page = try form([("title", "Tiles"), ("due", ""), ("quick", "2026-11-21"), ("then", "delete"), ("kept", "3")])
    #expect(page.element(id: "kept-due")?["value"] == "2026-11-21")
    #expect(page.all("input").filter { $0["name"] == "kept" }.map { $0["value"] } == ["5"])
    #expect(page.first { $0["name"] == "then" || $0["name"] == "quick" } == nil)
  }

  @Test(arguments: [("complete", "Save and complete"), ("reopen", "Save and reopen")])
  func `a task that was to be completed or reopened still is, and the button says so`(
    then: String, words: String
  ) throws {
    let page = try form([("title", "Tiles"), ("then", then)])
    #expect(page.all("input").filter { $0["name"] == "then" }.map { $0["value"] } == [then])
    #expect(page.first { $0.name == "button" && $0["autofocus"] != nil }?.text == words)
  }

  @Test(arguments: [("/tasks/17", "delete"), ("/tasks/17", "else"), ("/lists/2", "complete")])
  func `a button that says save does nothing else`(path: String, then: String) throws {
    let page = try form([("name", "Tiles"), ("then", then)], to: path)
    #expect(page.first { $0["name"] == "then" } == nil)
    #expect(page.first { $0.name == "button" && $0["autofocus"] != nil }?.text == "Save")
  }

  @Test func `an invalid date is kept as typed`() throws {
    let due = try #require(try form([("due", "someday")]).element(id: "kept-due"))
    #expect(due["type"] == nil)
    #expect(due["value"] == "someday")
  }

  @Test func `a draft can be discarded instead`() throws {
    let page = try form([("titles", "one\ntwo")], to: "/lists/2/tasks")
    let discard = try #require(page.first { $0.name == "button" && $0.text == "Discard" })
    #expect(page.element(id: discard["form"] ?? "")?["action"] == "/kept/5/discard")
  }
}
