import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

final class SessionTests: WorldTests {
  @Test func `a session is found by the digest of its token, with its account`() async throws {
    let ana = try await World().register("Ana")
    let (digest, session) = try await ana.signIn(agent: "Firefox")
    let found = try #require(try await ana.store.session(digest: digest))
    #expect(found.session == session)
    #expect((session.account, session.agent, session.ended) == (ana.account, "Firefox", nil))
    #expect(session.begun == session.seen)
    #expect(found.account == (try await ana.store.account(ana.account)))
    #expect(try await ana.store.session(digest: .digest()) == nil)
    #expect(try await ana.store.session(digest: Data()) == nil)
  }

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

  @Test func `a new sign-in ends the browser's previous session, of any account`() async throws {
    let ana = try await world.register("Ana")
    let ben = try await world.register("Ben")
    let first = try await ana.signIn().digest
    let second = try await ana.signIn(replacing: first).digest
    let third = try await ben.signIn(replacing: second).digest
    #expect(try await ana.end(first) == .replaced)
    #expect(try await ana.end(second) == .replaced)
    #expect(try await ana.end(third) == nil)
    try await ben.signIn(replacing: .digest())
  }

  @Test func `an expired session stays expired when the browser signs in again`() async throws {
    let ana = try await World().register("Ana")
    let old = try await ana.signIn().digest
    ana.clock.advance(days: 31)
    try await ana.signIn(replacing: old)
    #expect(try await ana.end(old) == .idle)
  }

  @Test func `a sign-in with a password that was changed in the meantime begins no session`() async throws {
    let ana = try await World().register("Ana")
    let (store, account) = (ana.store, ana.account)
    let old = Data.digest()
    await #expect(throws: StoreError.notFound) {
      try await store.beginSession(
        digest: .digest(), for: account, agent: "", replacing: old, verified: "another record")
    }
    try await store.beginSession(digest: old, for: account, agent: "", replacing: nil, verified: "record of Ana")
    #expect(try await ana.end(old) == nil)
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

  @Test func `valid sessions are listed by their last use, and end one by one or all but one`() async throws {
    let ana = try await world.register("Ana")
    let ben = try await world.register("Ben")
    let (one, two, three) = (try await ana.signIn(), try await ana.signIn(), try await ana.signIn())
    let bens = try await ben.signIn()
    try await ana.store.touch([one.session.id: ana.clock.now])
    #expect(try await ana.mine.sessions().map(\.id) == [one, three, two].map(\.session.id))

    try await ana.mine.endSession(two.session.id, as: .revoked)
    try await ana.mine.endSession(two.session.id, as: .signedOut)
    #expect(try await ana.end(two.digest) == .revoked, "an end is not told anew")
    try await ana.store.endSession(digest: three.digest, as: .signedOut)
    try await ana.store.endSession(digest: .digest(), as: .signedOut)
    #expect(try await ana.end(three.digest) == .signedOut)
    #expect(try await ana.mine.sessions().map(\.id) == [one.session.id])

    let four = try await ana.signIn()
    #expect(try await ana.mine.endSessions(except: four.session.id, as: .revoked) == 1)
    #expect(try await ana.mine.endSessions(except: four.session.id, as: .revoked) == 0)
    #expect(try await ana.mine.endSessions(except: nil, as: .revoked) == 1)
    #expect(try await ana.end(bens.digest) == nil)
    #expect(try await ana.mine.sessions().isEmpty)
  }

  @Test func `a sweep ends expired sessions, and deletes those that ended a month ago`() async throws {
    let ana = try await World().register("Ana")
    let unused = try await ana.signIn()
    ana.clock.advance(days: 31)
    let fresh = try await ana.signIn()
    #expect(try await ana.mine.sessions().map(\.id) == [fresh.session.id], "over, though not swept")
    try await ana.store.sweep()
    #expect(try await ana.end(unused.digest) == .idle)
    ana.clock.advance(days: 29)
    try await ana.store.sweep()
    #expect(try await ana.end(unused.digest) == .idle)
    #expect(try await ana.end(fresh.digest) == nil)
    ana.clock.advance(days: 2)
    try await ana.store.sweep()
    #expect(try await ana.store.session(digest: unused.digest) == nil)
    #expect(try await ana.end(fresh.digest) == .idle)
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

/// Which sessions a wrong clock ends, and for how long.
final class ClockTests: AnaTests {
  @Test(arguments: [30.5, 181])
  func `an expired session has ended, and after a sweep it stays ended`(days: Double) async throws {
    let (digest, session) = try await ana.signIn()
    ana.clock.advance(days: days)
    let end = try #require(try await ana.end(digest))
    #expect(end == (days > 180 ? .old : .idle))
    try await ana.store.sweep()
    ana.clock.advance(days: -days)
    #expect(try await ana.end(digest) == end)
    try await ana.store.touch([session.id: ana.clock.now])
    #expect(try await ana.end(digest) == end)
    #expect(try await mine.sessions().isEmpty)
  }

  @Test(arguments: [-20_000.0, 26_000])
  func `a clock that is wrong for a while ends nothing for good, used or swept meanwhile`(days: Double) async throws {
    let (digest, _) = try await ana.signIn()
    let ended = try await ana.signIn()
    try await mine.endSession(ended.session.id, as: .signedOut)
    ana.clock.advance(days: days)
    #expect(try await !ana.store.clockLooksRight())
    #expect(try await ana.end(digest) == .old)
    try await ana.store.sweep()
    // A sign-in under the wrong clock does not make the clock look right.
    let wrong = try await ana.signIn()
    #expect(try await ana.end(wrong.digest) == nil)
    try await ana.store.sweep()
    ana.clock.advance(days: -days)
    #expect(try await ana.end(digest) == nil)
    #expect(try await ana.end(ended.digest) == .signedOut, "and is remembered")
    #expect(try await ana.end(wrong.digest) != nil)
    #expect(try await mine.sessions().count == 1)
  }

  @Test func `an expired session that was ended with all others stays ended`() async throws {
    let digest = try await ana.signIn().digest
    ana.clock.advance(days: 31)
    try await mine.endSessions(except: nil, as: .revoked)
    ana.clock.advance(days: -31)
    #expect(try await ana.end(digest) == .revoked)
  }

  @Test func `a session whose last use is in the future has ended`() async throws {
    let (digest, session) = try await ana.signIn()
    ana.clock.advance(days: 20)
    try await ana.store.touch([session.id: ana.clock.now])
    ana.clock.advance(days: -10)
    #expect(try await mine.sessions().isEmpty)
    #expect(try await ana.end(digest) == .old)
  }

  @Test func `a clock that is corrected by some hours ends nothing, and keeps the last use`() async throws {
    let (digest, session) = try await ana.signIn()
    ana.clock.advance(days: -0.9)
    try await ana.store.touch([session.id: ana.clock.now])
    let found = try #require(try await ana.store.session(digest: digest)).session
    #expect((found.ended, found.seen) == (nil, session.seen))
  }
}
