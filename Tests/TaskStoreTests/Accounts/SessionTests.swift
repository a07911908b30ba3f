import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

final class SessionTests: WorldTests {
  @Test func `finding a session writes nothing, also while another process holds the lock`() async throws {
    try await withFolder { folder in
      var settings = TaskStore.Settings()
      settings.busyTimeout = 0.1
      let clock = TestClock()
      let store = try TaskStore.open(at: folder + "/x.sqlite", settings: settings, now: { clock.now })
      let ana = try await World(store, clock, store.localAccount).register("Ana")
      let digest = try await ana.signIn().digest
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: folder + "/x.sqlite", configuration: configuration)
      try await other.writeWithoutTransaction { db in try db.execute(sql: "BEGIN IMMEDIATE") }
      #expect(try await ana.end(digest) == nil)
      clock.advance(days: 31)
      #expect(try await ana.end(digest) == .idle)
      try await other.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
      #expect(try await ana.end(digest) == .idle)
      try other.close()
      try store.close()
    }
  }

  @Test func `a user agent is cut at five hundred bytes, at a character boundary`() async throws {
    let ana = try await World().register("Ana")
    #expect(try await ana.signIn(agent: "").session.agent.isEmpty)
    #expect(try await ana.signIn(agent: String(repeating: "x", count: 500)).session.agent.utf8.count == 500)
    let long = try await ana.signIn(agent: "x" + String(repeating: "é", count: 9_999)).session.agent
    #expect(long == "x" + String(repeating: "é", count: 249))
  }

  @Test func `a digest has 32 bytes and is used once`() async throws {
    let ana = try await World().register("Ana")
    let (store, account, used) = (ana.store, ana.account, try await ana.signIn().digest)
    for digest in [Data(), Data(repeating: 1, count: 31), used] {
      let error = await #expect(throws: StoreError.self) {
        try await store.beginSession(digest: digest, for: account, agent: "", replacing: nil)
      }
      guard case .internal = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test func `an account has at most fifty sessions, and the one unused for longest is ended`() async throws {
    let (ana, ben) = (try await world.register("Ana"), try await world.register("Ben"))
    let bens = try await ben.signIn()
    var all: [(digest: Data, session: Session)] = []
    for _ in 1...Limits.sessionsPerAccount {
      all.append(try await ana.signIn())
      ana.clock.advance(days: 0.01)
    }
    try await ana.store.touch([all[0].session.id: ana.clock.now])
    #expect(try await ana.mine.sessions().count == Limits.sessionsPerAccount)
    let new = try await ana.signIn()
    #expect(try await ana.end(all[1].digest) == .idle)
    for living in [all[0], all[2], new] { #expect(try await ana.end(living.digest) == nil) }
    #expect(try await ana.mine.sessions().count == Limits.sessionsPerAccount)
    #expect(try await ana.end(bens.digest) == nil)
  }

  @Test func `repeated sign-ins leave a bounded number of rows`() async throws {
    let ana = try await World().register("Ana")
    for _ in 1...400 { try await ana.signIn() }
    let count = try await ana.store.number("SELECT count(*) FROM sessions")
    #expect(count == Limits.sessionsPerAccount + Limits.endedSessionsPerAccount)
  }
}
