import GRDB
import HTTPTypes
import StatePages
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

/// A session that expires while its user types: the text is saved, and shown again to the same account only.
struct ExpiredTests {
  /// A world with a task, for a browser whose session has ended.
  private func scene(_ end: SignedOutCaller = .idle) async throws -> (World, ListID, TaskID) {
    let world = try await World()
    let list = try await world.makeList()
    let task = try await world.add(TaskInput(title: "paint", due: "2026-11-21", priority: "low"), to: list)
    return (world.showing(try await end.cookie(in: world)), list, task)
  }

  @Test func `a form that cannot be saved is shown, to be copied`() async throws {
    let (world, _, _) = try await scene()
    try await world.store.database.write { db in try db.execute(sql: "ALTER TABLE saved_drafts RENAME TO broken") }
    let answer = try await world.post("/lists", ["name": "Typed"])
    #expect(answer.status == .unauthorized)
    #expect(try answer.page.all("dd").map(\.text) == ["Typed"])
    #expect(try answer.page.first("h1")?.text.contains("kept") == false)
  }

  @Test func `a form under a session from before a change of password is not saved`() async throws {
    let (world, _, _) = try await scene()
    try await world.store.setPassword("another record", of: world.account, keeping: nil)
    #expect(try await world.post("/lists", ["name": "typed"]).page.value(of: "kept") == nil)
  }

  @Test func `a text that is too long for the sign-in form is not sent along`() async throws {
    let (world, _, task) = try await scene(.revoked)
    let text = String(repeating: "a", count: FormBody.signedOutLimit * 7 / 8)
    let page = try await world.post("/tasks/\(task)", fields: [("notes", text)]).page
    #expect(page.first { $0["class"] == "sheet unsent" }?.text.contains(text) == true)
    let form = try #require(page.form(to: "/sign-in"))
    #expect(form.controls.allSatisfy { $0.value.utf8.count < 100 })
  }
}
