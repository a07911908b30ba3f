import GRDB
import HTTPTypes
import StatePagesTesting
import Testing

@testable import TaskApp
@testable import TaskStore

/// How long a session is valid, and that setting the clock back does not revive one.
final class ClockTests: WorldTests {
  private static let day = 86_400

  @Test func `a session ends half a year after it began, however much it is used`() async throws {
    for _ in 1...180 {
      world.time.advance(by: .seconds(Self.day))
      #expect(try await world.get("/lists").status == .ok)
      await world.app.writeUses(world.logger)
    }
    world.time.advance(by: .seconds(1))
    #expect(try await world.page("/lists").state("page") == "signed-out/expired")
  }

  @Test(arguments: [SignedOutCaller.idle, .old, .revoked, .replaced, .signedOut])
  func `a session that has ended does not come back when the clock is set back`(end: SignedOutCaller) async throws {
    let ended = world.showing(try await end.cookie(in: world))
    #expect(try await ended.get("/lists").status == .unauthorized)
    try await world.store.sweep()
    for days in [1, 40, 200, 3_000] {
      ended.time.advance(by: .seconds(-days * Self.day))
      #expect(try await ended.get("/lists").status == .unauthorized, "\(days) days back")
      #expect(try await ended.post("/lists", ["name": "x"]).status == .unauthorized)
      ended.time.advance(by: .seconds(days * Self.day))
      #expect(try await ended.get("/lists").status == .unauthorized)
    }
  }

  @Test func `if the use of a session cannot be recorded, its pages are shown all the same`() async throws {
    world.time.advance(by: .seconds(7_200))
    try await world.store.database.write { db in
      try db.execute(
        sql: "CREATE TRIGGER broken BEFORE UPDATE OF seen ON sessions BEGIN SELECT RAISE(ABORT, 'no'); END")
    }
    #expect(try await world.get("/lists").status == .ok)
  }
}
