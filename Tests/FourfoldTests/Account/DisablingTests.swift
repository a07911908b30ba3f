import Foundation
import TaskStore
import Tasks
import Testing

@testable import TaskApp
@testable import fourfold

final class DisablingTests: CommandTests {
  @Test
  func `a disabled account is signed out and cannot sign in until it is enabled, and a running server notices at once`()
    async throws
  {
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    try await world.withStore { store in
      let ana = try #require(try await store.accounts().first?.account.id)
      let digest = Data(repeating: 1, count: 32)
      try await store.beginSession(digest: digest, for: ana, agent: "", replacing: nil)
      #expect(try await store.session(digest: digest)?.session.ended == nil)
      #expect(
        try await world.account("disable", "ana") == ["Disabled Ana: 1 session ended. Nothing was deleted."])
      #expect(try await store.session(digest: digest)?.session.ended == .revoked)
      await #expect(throws: StoreError.forbidden) {
        try await store.beginSession(
          digest: Data(repeating: 2, count: 32), for: ana, agent: "", replacing: nil)
      }
      #expect(try await world.account("disable", "ana") == ["Ana is disabled already."])
      #expect(try await world.account("list").last?.hasSuffix("disabled") == true)
      #expect(try await world.account("enable", "Ana") == ["Enabled Ana: it can sign in again."])
      #expect(try await world.account("enable", "Ana") == ["Ana is not disabled."])
      try await store.beginSession(digest: Data(repeating: 2, count: 32), for: ana, agent: "", replacing: nil)
      #expect(try await store.session(digest: digest)?.session.ended == .revoked, "old sessions stay ended")
      let events = try await store[ana].accountEvents(limit: 9).events
      #expect(events.map(\.kind) == [.accountEnabled, .accountDisabled, .accountMade])
      #expect(events.first?.origin == .console)
    }
    #expect(try await world.opens("correct horse", for: "Ana"))
  }

  @Test func `an unknown account is reported`() async throws {
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    for command in ["disable", "enable", "quota"] {
      await #expect(throws: CommandProblem("There is no account Bob.")) { try await world.account(command, "Bob") }
    }
  }
}
