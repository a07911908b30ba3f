import Foundation
import Tasks
import Testing

@testable import TaskStore

/// A clock that is set back revives nothing.
struct ClockTests {
  @Test(arguments: [30.5, 181])
  func `what was found to be over stays so`(days: Double) async throws {
    let ana = try await World().register("Ana")
    let (digest, session) = try await ana.signIn()
    ana.clock.advance(days: days)
    let end = try #require(try await ana.end(digest))
    #expect(end == (days > 180 ? .old : .idle))
    ana.clock.advance(days: -days)
    #expect(try await ana.end(digest) == end)
    try await ana.store.touch([session.id: ana.clock.now])
    #expect(try await ana.end(digest) == end)
    #expect(try await ana.store.sessions(of: ana.account).isEmpty)
  }

  @Test func `what was swept stays ended`() async throws {
    let ana = try await World().register("Ana")
    let digest = try await ana.signIn().digest
    ana.clock.advance(days: 31)
    try await ana.store.sweep()
    ana.clock.advance(days: -31)
    #expect(try await ana.end(digest) == .idle)
  }

  @Test func `what was ended with all others while it was over stays ended`() async throws {
    let ana = try await World().register("Ana")
    let digest = try await ana.signIn().digest
    ana.clock.advance(days: 31)
    try await ana.store.endSessions(of: ana.account, except: nil, as: .revoked)
    ana.clock.advance(days: -31)
    #expect(try await ana.end(digest) == .revoked)
  }

  @Test(arguments: [true, false])
  func `a session from the future has ended, whether it is found or swept, and stays so`(swept: Bool) async throws {
    let ana = try await World().register("Ana")
    let digest = try await ana.signIn().digest
    ana.clock.advance(days: -2)
    if swept { try await ana.store.sweep() } else { #expect(try await ana.end(digest) == .old) }
    ana.clock.advance(days: 2)
    #expect(try await ana.end(digest) == .old)
  }

  @Test func `a session that was last used in the future has ended`() async throws {
    let ana = try await World().register("Ana")
    let (digest, session) = try await ana.signIn()
    ana.clock.advance(days: 20)
    try await ana.store.touch([session.id: ana.clock.now])
    ana.clock.advance(days: -10)
    #expect(try await ana.store.sessions(of: ana.account).isEmpty)
    #expect(try await ana.end(digest) == .old)
  }

  @Test func `a clock that is put right by some hours ends nothing, and no use is taken back`() async throws {
    let ana = try await World().register("Ana")
    let (digest, session) = try await ana.signIn()
    ana.clock.advance(days: -0.9)
    try await ana.store.touch([session.id: ana.clock.now])
    let found = try #require(try await ana.store.session(digest: digest)).session
    #expect((found.ended, found.seen) == (nil, session.seen))
  }
}
