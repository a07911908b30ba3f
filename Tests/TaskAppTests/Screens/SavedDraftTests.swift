import Foundation
import HTTPTypes
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

final class SavedDraftPageTests: RichTests {
  /// The page of a saved draft.
  private func page(_ path: String, _ fields: KeyValuePairs<String, String>, in world: World? = nil) async throws
    -> HTMLElement
  {
    let world = world ?? rich.world
    let fields = fields.map { SavedDraftField(name: $0.key, value: $0.value) }
    let id = try await world.store.keep(path: path, fields: fields, for: rich.session, of: world.account)
    let answer = try await world.get("/drafts/\(id)")
    #expect(answer.status == .ok)
    return try answer.page
  }

  private func subject(_ page: HTMLElement) -> String? {
    page.element(id: "kept-subject")?.text.filter { !"\u{2068}\u{2069}".contains($0) }
  }

  private func canBeSaved(_ page: HTMLElement) -> Bool {
    page.first { $0.name == "button" && $0.text == "Save" }?["autofocus"] != nil
  }

  @Test func `the page names what the text belongs to, by its current name`() async throws {
    let (list, task) = (rich.house, rich.open)
    for (path, fields, words) in [
      ("/lists", ["name": "Shed"], "New list"),
      ("/lists/\(list)", ["name": "Home", "version": "1"], "New name for “House”"),
      ("/lists/\(list)/tasks", ["title": "paint"], "New task in “House”"),
      ("/lists/\(list)/tasks", ["titles": "one\ntwo"], "New tasks in “House”"),
      ("/tasks/\(task)", ["title": "Order the tiles", "version": "1"], "Your changes to “Order tiles”"),
    ] as [(String, KeyValuePairs<String, String>, String)] {
      let page = try await page(path, fields)
      #expect(subject(page) == words)
      #expect(page.forms.contains { $0.action == path && $0.buttons.map(\.words) == ["Save"] }, "\(path)")
      #expect(canBeSaved(page))
    }
  }

  @Test func `a row in the trash or unknown is reported as gone: the text can be copied or discarded`() async throws {
    for (path, words) in [
      ("/lists/\(rich.deleted)", "This list is no longer available"),
      ("/lists/999999/tasks", "This list is no longer available"),
      ("/tasks/\(rich.trashed)", "This task is no longer available"),
      ("/tasks/\(rich.hidden)", "This task is no longer available"),
      ("/tasks/999999", "This task is no longer available"),
    ] {
      let page = try await page(path, ["name": "typed", "title": "typed"])
      #expect(subject(page) == words, "\(path)")
      #expect(page.value(of: "title") == "typed")
      #expect(!canBeSaved(page))
      #expect(page.first { $0["href"] == "/trash" && $0.text == "Trash" } != nil)
      #expect(page.first { $0.name == "button" && $0.text == "Discard" } != nil)
    }
  }

  @Test func `after the row is restored, the form can be sent again`() async throws {
    let fields = [SavedDraftField(name: "name", value: "Loft"), SavedDraftField(name: "version", value: "1")]
    let world = rich.world
    let id = try await world.store.keep(
      path: "/lists/\(rich.deleted)", fields: fields, for: rich.session, of: world.account)
    #expect(try await !canBeSaved(world.page("/drafts/\(id)")))
    try await world.mine.restoreList(rich.deleted)
    let page = try await world.page("/drafts/\(id)")
    #expect(subject(page) == "New name for “Attic”")
    #expect(canBeSaved(page))
  }

  @Test func `another account's row is reported like an unknown one`() async throws {
    let stranger = try await Stranger(in: world)
    let list = try await page("/lists/\(stranger.list)/tasks", ["title": "typed"])
    #expect(subject(list) == "This list is no longer available")
    let task = try await page("/tasks/\(stranger.task)", ["title": "typed"])
    #expect(subject(task) == "This task is no longer available")
    for page in [list, task] { #expect(!page.text.contains("Secret") && !page.text.contains("Theirs")) }
  }

  @Test(arguments: [
    "/", "/settings", "/lists/01", "/lists/", "/lists//tasks", "/tasks/x", "/lists/1/delete", "/changes/2/undo",
  ])
  func `a path without typed text has a generic title`(path: String) async throws {
    #expect(subject(try await page(path, ["name": "typed"])) == "Your text")
  }

  @Test func `a typed control character is replaced in the page`() async throws {
    let page = try await page("/lists", ["name": "bell\u{7}", "notes": "\u{9B}31m"])
    #expect(page.value(of: "name") == "bell\u{FFFD}")
    #expect(page.value(of: "notes") == "\u{FFFD}31m")
  }
}

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
  func `a task to be completed or reopened still is, and the button says so`(then: String, words: String) throws {
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
    let form = try #require(page.first { $0.name == "form" && $0["action"] == "/drafts/5/discard" })
    #expect(form.text == "Discard")
  }
}
