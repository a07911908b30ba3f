import ArgumentParser
import Foundation
import TaskStore
import Tasks
import Testing

@testable import TaskApp
@testable import fourfold

final class AccountCommandTests: CommandTests {
  @Test func `a server that runs on the same file sees every change at once`() async throws {
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    try await world.withStore { store in
      let ana = try #require(try await store.accounts().first?.account)
      let digest = Data(repeating: 1, count: 32)
      try await store.beginSession(digest: digest, for: ana.id, agent: "", replacing: nil)
      _ = try await world.account("add", "Bob", input: "correct horse\n")
      #expect(try await store.accounts().map(\.account.name) == ["Ana", "Bob"])
      _ = try await world.account("password", "Ana", input: "battery staple\n")
      #expect(try await store.session(digest: digest)?.session.ended == .replaced)
      #expect(try await world.account("list").count == 3)
      _ = try await world.account("remove", "Ana", "--yes", "--without-export")
      #expect(try await store.accounts().map(\.account.name) == ["Bob"])
      #expect(try await store.session(digest: digest) == nil)
    }
  }
}

struct AccountTableTests {
  @Test func `names are aligned left, numbers right, and times are in the requested zone`() async throws {
    let world = try CommandWorld()
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    _ = try await world.account("add", "Józef Kowalski", input: "correct horse\n")
    let now = Date(timeIntervalSince1970: 1_772_357_400)
    let store = try TaskStore.open(at: world.database, now: { now })
    let ana = try #require(try await store.accounts().first?.account.id)
    for number in 0..<12 {
      try await store.beginSession(
        digest: Data(repeating: UInt8(number), count: 32), for: ana, agent: "", replacing: nil)
    }
    let jozef = try #require(try await store.accounts().last?.account.id)
    _ = try await store.disableAccount(jozef)
    let lines = AccountTable(try await store.accounts(), in: try #require(TimeZone(identifier: "Asia/Kolkata"))).lines
    try store.close()
    #expect(
      lines == [
        "NAME            LISTS  TASKS   SIZE  SESSIONS  LAST SEEN",
        "Ana                 1      0  105 B        12  2026-03-01 15:00:00+05:30",
        "Józef Kowalski      1      0  105 B         0  -                          disabled",
      ])
  }
}

final class DisablingTests: CommandTests {
  @Test
  func `a disabled account is signed out until it is enabled, and a running server notices at once`() async throws {
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    try await world.withStore { store in
      let ana = try #require(try await store.accounts().first?.account.id)
      let digest = Data(repeating: 1, count: 32)
      try await store.beginSession(digest: digest, for: ana, agent: "", replacing: nil)
      #expect(try await store.session(digest: digest)?.session.ended == nil)
      #expect(try await world.account("disable", "ana") == ["Disabled Ana: 1 session ended. Nothing was deleted."])
      #expect(try await store.session(digest: digest)?.session.ended == .revoked)
      await #expect(throws: StoreError.forbidden(.role)) {
        try await store.beginSession(digest: Data(repeating: 2, count: 32), for: ana, agent: "", replacing: nil)
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
}
