import HTTPTypes
import StatePagesTesting
import TaskStore
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
    let answer = try await world.get("/kept/\(id)")
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

  @Test func `a row that is in the trash or unknown is reported as gone: the text can be copied or discarded`()
    async throws
  {
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
    #expect(try await !canBeSaved(world.get("/kept/\(id)").page))
    try await world.mine.restoreList(rich.deleted)
    let page = try await world.get("/kept/\(id)").page
    #expect(subject(page) == "New name for “Attic”")
    #expect(canBeSaved(page))
  }

  @Test func `another account's row is reported like an unknown one`() async throws {
    let stranger = try await Stranger(in: rich.world)
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
