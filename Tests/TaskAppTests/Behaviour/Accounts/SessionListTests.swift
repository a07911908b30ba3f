import Foundation
import GRDB
import HTTPTypes
import StatePagesTesting
import Tasks
import TestSupport
import Testing

@testable import TaskApp
@testable import TaskStore

final class SessionListTests: WorldTests {
  @Test func `the last use of a session is known to the hour`() async throws {
    for (seconds, seen) in [(3_600, 0), (1, 3_601), (3_000, 3_601), (601, 7_202)] {
      world.time.advance(by: .seconds(seconds))
      _ = try await world.get("/lists")
      await world.app.writeUses(world.logger)
      let session = try #require(try await mine.sessions().first)
      #expect(session.seen.timeIntervalSince(session.begun) == Double(seen))
    }
  }
}

/// The use of a session is recorded after the response.
struct SessionUseTests {
  @Test func `a page waits for no writer, however long its session was unused`() async throws {
    try await TemporaryFolder.with { folder in
      // A write waits minutes for its turn, so a page that wrote would still be under way when the lock is released.
      let world = try await folder.world()
      world.time.advance(by: .seconds(7_200))
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: folder.path + "/lists.sqlite", configuration: configuration)
      try await other.writeWithoutTransaction { db in try db.execute(sql: "BEGIN EXCLUSIVE") }
      for address in ["/lists", "/trash", "/settings/account"] {
        #expect(try await world.get(address).status == .ok, "\(address)")
      }
      #expect(try await seen(world) == 0, "nothing is written yet")
      try await other.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
      await world.app.writeUses(world.logger)
      #expect(try await seen(world) == 7_200)
      try other.close()
      try world.store.close()
    }
  }

  @Test func `a failed record is written the next time, and a later use wins`() async throws {
    try await TemporaryFolder.with { folder in
      let world = try await folder.world()
      let database = world.store.database
      world.time.advance(by: .seconds(4_000))
      _ = try await world.get("/lists")
      try await database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA query_only = ON") }
      await world.app.writeUses(world.logger)
      try await database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA query_only = OFF") }
      #expect(try await seen(world) == 0)
      await world.app.writeUses(world.logger)
      #expect(try await seen(world) == 4_000)

      let uses = UseBuffer<SessionID, Date>()
      let (id, now) = (SessionID(1), world.time.now)
      uses.note(id, now)
      let taken = uses.take()
      #expect(taken == [id: now] && uses.take().isEmpty)
      uses.note(id, now + 5)
      uses.putBack(taken)
      #expect(uses.take() == [id: now + 5])
      try world.store.close()
    }
  }

  /// The stored last use of the only session, in seconds after its beginning.
  private func seen(_ world: World) async throws -> Double? {
    let session = try await world.mine.sessions().first
    return session.map { $0.seen.timeIntervalSince($0.begun) }
  }
}
