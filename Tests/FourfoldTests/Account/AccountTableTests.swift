import Foundation
import TaskStore
import Tasks
import Testing

@testable import fourfold

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
        "NAME            LISTS  TASKS  SIZE  SESSIONS  LAST SEEN",
        "Ana                 0      0   0 B        12  2026-03-01 15:00:00+05:30",
        "Józef Kowalski      0      0   0 B         0  -                          disabled",
      ])
  }
}
