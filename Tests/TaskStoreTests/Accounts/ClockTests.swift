import Foundation
import Tasks
import Testing

@testable import TaskStore

/// Which sessions a wrong clock ends, and for how long.
struct ClockTests {
  @Test(arguments: [30.5, 181])
  func `an expired session has ended, and after a sweep it stays ended`(days: Double) async throws {
    let ana = try await World().register("Ana")
    let (digest, session) = try await ana.signIn()
    ana.clock.advance(days: days)
    let end = try #require(try await ana.end(digest))
    #expect(end == (days > 180 ? .old : .idle))
    try await ana.store.sweep()
    ana.clock.advance(days: -days)
    #expect(try await ana.end(digest) == end)
    try await ana.store.touch([session.id: ana.clock.now])
    #expect(try await ana.end(digest) == end)
    #expect(try await ana.mine.sessions().isEmpty)
  }

  @Test(arguments: [-20_000.0, 26_000])
  func `a clock that is wrong for a while ends nothing permanently, whether sessions are used or swept meanwhile`(
    days: Double
  ) async throws {
    let ana = try await World().register("Ana")
    let (digest, _) = try await ana.signIn()
    let ended = try await ana.signIn()
    try await ana.mine.endSession(ended.session.id, as: .signedOut)
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
    #expect(try await ana.mine.sessions().count == 1)
  }

  @Test func `an expired session stays ended after a sweep`() async throws {
    let ana = try await World().register("Ana")
    let digest = try await ana.signIn().digest
    ana.clock.advance(days: 31)
    try await ana.store.sweep()
    ana.clock.advance(days: -31)
    #expect(try await ana.end(digest) == .idle)
  }

  @Test func `an expired session that was ended with all others stays ended`() async throws {
    let ana = try await World().register("Ana")
    let digest = try await ana.signIn().digest
    ana.clock.advance(days: 31)
    try await ana.mine.endSessions(except: nil, as: .revoked)
    ana.clock.advance(days: -31)
    #expect(try await ana.end(digest) == .revoked)
  }

  @Test func `a session from the future has ended until its beginning is in the past`() async throws {
    let ana = try await World().register("Ana")
    let digest = try await ana.signIn().digest
    ana.clock.advance(days: -2)
    try await ana.store.sweep()
    #expect(try await ana.end(digest) == .old)
    ana.clock.advance(days: 2)
    #expect(try await ana.end(digest) == nil)
  }

  @Test func `a session whose last use is in the future has ended`() async throws {
    let ana = try await World().register("Ana")
    let (digest, session) = try await ana.signIn()
    ana.clock.advance(days: 20)
    try await ana.store.touch([session.id: ana.clock.now])
    ana.clock.advance(days: -10)
    #expect(try await ana.mine.sessions().isEmpty)
    #expect(try await ana.end(digest) == .old)
  }

  @Test func `a clock that is corrected by some hours ends nothing, and keeps the last use`() async throws {
    let ana = try await World().register("Ana")
    let (digest, session) = try await ana.signIn()
    ana.clock.advance(days: -0.9)
    try await ana.store.touch([session.id: ana.clock.now])
    let found = try #require(try await ana.store.session(digest: digest)).session
    #expect((found.ended, found.seen) == (nil, session.seen))
  }
}
