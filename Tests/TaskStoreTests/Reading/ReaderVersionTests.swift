import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

/// The versions of what accounts read.
final class ReaderVersionTests: FolderTests {
  private func version(_ store: TaskStore, _ account: AccountID) throws -> Int64 {
    try #require(store.readerVersions.version(of: account))
  }

  @Test func `a write raises the version of its account and of those that share a list with it, and of no others`()
    async throws
  {
    let store = try TaskStore.open(at: folder + "/x.sqlite")
    let world = World(store, TestClock(), store.localAccount)
    let (ann, bob) = (try await world.register("Ann"), try await world.register("Bob"))
    let eve = try await world.register("Eve")
    let list = try await ann.list("House")
    try await store.execute(
      "INSERT INTO memberships (account, list, role, position) VALUES (\(bob.account), \(list), 'viewer', 1)")
    func versions() throws -> [Int64] { try [ann, bob, eve].map { try version(store, $0.account) } }
    let before = try versions()
    _ = try await store[ann.account].openTasks(in: list)
    #expect(try versions() == before, "reading changes nothing")
    try await ann.add("Milk", to: list)
    let after = try versions()
    #expect(after[0] > before[0] && after[1] > before[1] && after[2] == before[2])
    await #expect(throws: StoreError.self) { try await store[eve.account].complete(TaskID(999)) }
    #expect(try versions() == after, "what failed changes nothing")
    _ = try await store.sweep()
    #expect(try zip(versions(), after).allSatisfy { $0 > $1 }, "maintenance concerns everyone")
    try store.close()
  }

  @Test func `what another connection writes raises all versions, before and after own writes`() async throws {
    let path = folder + "/x.sqlite"
    let store = try TaskStore.open(at: path)
    let world = World(store, TestClock(), store.localAccount)
    let (ann, bob) = (try await world.register("Ann"), try await world.register("Bob"))
    let list = try await ann.list("House")
    let other = try DatabaseQueue(path: path)
    for number in 0..<20 {
      let before = try (version(store, ann.account), version(store, bob.account))
      if number % 2 == 0 { try await ann.add("Milk", to: list) }
      try await other.write { db in try db.execute(sql: "UPDATE lists SET name = 'House \(number)'") }
      if number % 3 == 0 { try await ann.add("Oats", to: list) }
      let after = try (version(store, ann.account), version(store, bob.account))
      #expect(after.0 > before.0 && after.1 > before.1)
    }
    try other.close()
    try store.close()
  }
}
