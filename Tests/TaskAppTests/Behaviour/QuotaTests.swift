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
  @Test func `before signing in, the requests of a network are counted`() throws {
    let limiter = RequestSender.limiter(perMinute: 60, clock: ManualClock())
    let network = try #require(ClientAddress("192.0.2.1")).network
    for _ in 0..<15 { #expect(limiter.admit([.network(network)]) == nil) }
    #expect(limiter.admit([.network(network)]) == .seconds(1))
    #expect(limiter.admit([.network(nil)]) == nil)
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
