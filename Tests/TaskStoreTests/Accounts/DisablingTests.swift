import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

final class DisablingTests: SceneTests {
  @Test func `the sources of a disabled account rest, and are due when it is enabled`() async throws {
    let later = scene.world.clock.now.addingTimeInterval(30 * 86_400)
    #expect(try await scene.store.dueSources(at: later, limit: 9).map(\.id) == [scene.source])
    try await scene.store.disableAccount(scene.account)
    #expect(try await scene.store.dueSources(at: later, limit: 9).isEmpty)
    let recorded = try await scene.store.record(
      .failed(.refused, notBefore: nil), of: scene.source, from: .at("https://choir.example/tasks"), at: later,
      next: later)
    #expect(recorded == nil, "a fetch that was under way records nothing")
    try await scene.store.enableAccount(scene.account)
    #expect(try await scene.store.dueSources(at: later, limit: 9).map(\.id) == [scene.source])
  }

  @Test func `a list that is shared with an enabled account is still refreshed, for that one`() async throws {
    let ben = try await scene.world.asStranger(named: "Ben")
    try await scene.store.write { [choir = scene.choir] db, _ in
      try db.execute(
        sql: "INSERT INTO memberships (account, list, role, position) VALUES (?, ?, 'viewer', 0)",
        arguments: [ben.account.value, choir.value])
    }
    try await scene.store.disableAccount(scene.account)
    let later = scene.world.clock.now.addingTimeInterval(30 * 86_400)
    #expect(
      try await scene.store.dueSources(at: later, limit: 9) == [DueSource(id: scene.source, account: ben.account)])
  }

  @Test func `disabling keeps all rows but those of sessions`() async throws {
    let before = try await scene.store.snapshot()
    try await scene.store.disableAccount(scene.account)
    #expect(try await scene.store.snapshot().rows == before.rows)
    #expect(try await scene.store.account(scene.account).disabled != nil)
    await #expect(throws: StoreError.notFound) { try await scene.store.disableAccount(AccountID(999)) }
    await #expect(throws: StoreError.notFound) { try await scene.store.enableAccount(AccountID(999)) }
    await #expect(throws: StoreError.notFound) { try await scene.store.setQuotas(AccountQuotas(), of: AccountID(999)) }
  }
}
