import Foundation
import GRDB
import HTTPTypes
import StatePages
import StatePagesTesting
import Tasks
import Testing

@testable import TaskApp
@testable import TaskStore

struct QuotaTests {
  private func world(_ settings: TaskApp.Settings = .test, _ change: (inout Quotas) -> Void) async throws -> World {
    let time = HeldTime()
    var stored = TaskStore.Settings()
    change(&stored.quotas)
    return try await World(over: TaskStore.inMemory(settings: stored, now: { time.now }), settings, at: time)
  }

  @Test func `a form over a quota names the quota and a remedy, and keeps the text`() async throws {
    let world = try await world {
      $0.tasks = 2
      $0.lists = 1
    }
    let list = try await world.makeList()
    try await world.add("a", "b", to: list)
    let refused = try await world.press(
      world.form("/lists/\(list)/tasks", at: "/lists/\(list)"), typing: ["title": "Water the plants"])
    #expect(refused.status == .unprocessableContent)
    #expect(try refused.page.value(of: "title") == "Water the plants")
    #expect(refused.words.contains("You have 2 tasks") && refused.words.contains("Empty the trash"))
    let another = try await world.post("/lists", ["name": "Another"])
    #expect(another.status == .unprocessableContent && another.words.contains("You have 1 list,"))
    #expect(try another.page.value(of: "name") == "Another")
  }

  @Test func `full storage is reported at the task and in the settings`() async throws {
    let world = try await world { $0.bytes = 10_000 }
    let list = try await world.makeList()
    let task = try await world.add("a", to: list)[0]
    let notes = Array(repeating: "long", count: 2_000).joined(separator: " ")
    let form = try await world.form(at: "/tasks/\(task)")
    let refused = try await world.press(form, typing: ["notes": notes])
    #expect(refused.status == .unprocessableContent && refused.words.contains("storage"))
    #expect(refused.body.contains(notes))
    #expect(try await world.mine.task(task).notes == "")
  }

  @Test func `a request over the rate is told the time to wait, a form keeps its text, others are served`()
    async throws
  {
    let clock = ManualClock()
    var settings = TaskApp.Settings.test
    (settings.limitClock, settings.requestsPerMinute) = (clock, 16)
    let world = try await World(settings)
    let ben = try await world.another("Ben")
    for name in ["One", "Two"] { #expect(try await world.post("/lists", ["name": name]).status == .seeOther) }
    let page = try await world.get("/lists")
    #expect(page.status == .tooManyRequests && page.headers[.retryAfter] == "4")
    let refused = try await world.post("/lists", ["name": "Three"])
    #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "8")
    #expect(try refused.page.state("page") == "failed/too-many-requests")
    #expect(refused.words.contains("Three"))
    #expect(try await ben.get("/lists").status == .ok)
    let again = try refused.page.form(to: "/lists")
    clock.advance(by: .seconds(8))
    #expect(try await world.press(again).status == .seeOther)
    #expect(try await world.mine.lists().map(\.name) == ["One", "Two", "Three"])
  }

  @Test func `before signing in, the requests of a network are counted`() throws {
    let limiter = RequestSender.limiter(perMinute: 60, clock: ManualClock())
    let network = try #require(ClientAddress("192.0.2.1")).network
    for _ in 0..<15 { #expect(limiter.admit([.network(network)]) == nil) }
    #expect(limiter.admit([.network(network)]) == .seconds(1))
    #expect(limiter.admit([.network(nil)]) == nil)
  }

  @Test func `the settings show the usage of each quota`() async throws {
    let world = try await world {
      $0.tasks = 12_000
      $0.bytes = 1_000_000
      $0.sources = 0
    }
    let list = try await world.makeList()
    try await world.add(1_000, to: list)
    let usage = try #require(try await world.page("/settings").region("usage"))
    #expect(usage.all("meter").count == 3)
    #expect(usage.text.contains("1,000 of 12,000"))
    #expect(usage.text.contains("0.1 of 1 MB"))
    #expect(usage.text.contains("1 of 1,000"))
    #expect(!usage.text.contains("full"))
  }

  @Test func `without room for the next one of a repeating task nothing is completed, and the page says why`()
    async throws
  {
    let world = try await World()
    let list = try await world.makeList()
    let task = try await world.add(
      TaskInput(title: "Rent", due: "2026-11-20", repeats: "2026-11-20 FREQ=WEEKLY;BYDAY=FR"), to: list)
    try await world.store.write { db, _ in
      try db.execute(sql: "UPDATE lists SET completed = \(Limits.tasksPerList - 1)")
    }
    let answer = try await world.post("/tasks/\(task)/complete")
    #expect(answer.status == .unprocessableContent && answer.words.contains("10,000"), "\(answer.words)")
    #expect(try await world.mine.openTasks(in: list).map(\.id) == [task])
  }

  @Test func `the text as typed counts towards the quota and goes with the history`() async throws {
    let world = try await World()
    let list = try await world.makeList()
    let before = try await world.mine.usage().bytes
    _ = try await world.post("/lists/\(list)/tasks", ["title": "Order the tiles tomorrow", "version": "1"])
    let typed = try await world.mine.usage().bytes - before
    try await world.store.forgetChanges(before: world.time.now.addingTimeInterval(60))
    #expect(try await world.mine.usage().bytes - before < typed - 24)
  }
}
