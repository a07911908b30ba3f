import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

final class RecordingTests: WorldTests {
  static let address = SourceAddress.at("https://choir.example/tasks")

  @Test func `the same tasks keep the age of the copy, and update the time of the check`() async throws {
    let tasks: [RemoteTask] = [.named("caf\u{E9}"), .named("B", .done(.moment(.now)))]
    let (_, id) = try await world.follow("Choir", tasks)
    let before = try #require(try await mine.source(id).copy)
    let rows = try await rowNumbers(world)
    let same = try #require(try await world.fetched(tasks, id, Self.address, skipped: 1)?.copy)
    #expect(same.fetched == before.fetched)
    #expect(same.checked > before.checked)
    #expect(same.skipped == 1)
    #expect(try await rowNumbers(world) == rows)

    let respelled = try #require(try await world.fetched([.named("cafe\u{301}"), tasks[1]], id, Self.address)?.copy)
    #expect(respelled.fetched > before.fetched)
    #expect(try await world.remote(id)[0].title.unicodeScalars.count == 5)
  }

  @Test func `a thousand tasks are replaced fast, and in one transaction`() async throws {
    let (_, id) = try await world.follow("Choir")
    func tasks(_ word: String) -> [RemoteTask] {
      (0..<1_000).map { number in
        RemoteTask(
          key: "\(number)", title: "\(word) \(number)", notes: "Some notes", due: .moment(.now), group: "Group",
          tags: ["+a", "@b"])
      }
    }
    try await world.fetched(tasks("first"), id, Self.address)
    let started = ContinuousClock.now
    try await world.fetched(tasks("second"), id, Self.address)
    let replaced = ContinuousClock.now - started
    try await world.fetched(tasks("second"), id, Self.address)
    let compared = ContinuousClock.now - started - replaced
    let all = try await world.remote(id)
    let read = ContinuousClock.now - started - replaced - compared
    #expect(all.map(\.title) == tasks("second").map(\.title))
    #expect(
      replaced < .seconds(120) && compared < .seconds(120) && read < .seconds(120), "\(replaced) \(compared) \(read)")
  }

  private func rowNumbers(_ world: World) async throws -> [Int64] {
    try await world.store.read { db in try Int64.fetchAll(db, sql: "SELECT rowid FROM source_tasks ORDER BY 1") }
  }
}
