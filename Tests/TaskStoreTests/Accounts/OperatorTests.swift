import Foundation
import GRDB
import Synchronization
import TaskFormats
import Tasks
import Testing

@testable import TaskStore

final class OperatorTests: WorldTests {
  @Test func `only the account of the set-up is an operator from the beginning`() async throws {
    let ana = try await world.store.addAccount(Username(validating: "Ana"), password: "r", onlyFirst: true)
    let ben = try await world.store.addAccount(Username(validating: "Ben"), password: "r")
    #expect((ana.isOperator, ben.isOperator) == (true, false))
    let console = try await World().store.addAccount(Username(validating: "Ana"), password: "r")
    #expect(!console.isOperator)
  }

  @Test func `accounts are paged, each with its use and its own quotas`() async throws {
    for number in 1...7 { _ = try await world.register("Account \(number)") }
    let first = try await world.store.accountUses(1, of: 3)
    #expect(first.rows.map(\.account.name) == ["Account 1", "Account 2", "Account 3"])
    #expect((first.paging.total, first.number) == (7, 1))
    let last = try await world.store.accountUses(99, of: 3)
    #expect((last.rows.map(\.account.name), last.number) == (["Account 7"], 3))
    try await world.store.setQuotas(AccountQuotas(tasks: 5), of: world.account)
    try await world.add("One", "Two", to: world.list())
    let use = try await world.store.accountUses(1, of: 3).rows[0]
    #expect((use.usage.tasks, use.usage.lists, use.quotas.tasks, use.quotas.lists) == (2, 2, 5, 1_000))
  }

  @Test func `the state tells the last check and the jobs that failed, the newest first`() async throws {
    try await withFolder { folder in
      let store = try TaskStore.open(at: folder + "/x.sqlite")
      #expect(try await store.serverState().lastCheck == nil)
      #expect(try await store.quickCheck() == [])
      #expect(try await store.serverState().lastCheck?.findings == 0)
      #expect(store.failedJobs == [])
      for _ in 0..<25 {
        await #expect(throws: BackupProblem.self) {
          try await store.backUp(into: folder + "/no/where", keeping: BackupRetention())
        }
      }
      #expect(store.failedJobs.map(\.job) == [JobFailure.Job](repeating: .backup, count: JobFailure.kept))
      let state = try await store.serverState()
      #expect((state.databaseBytes ?? 0) > 0 && (state.freeBytes ?? 0) > 0)
      #expect(state.totals == Totals(accounts: 0, sources: SourceTotals(ok: 0, failing: 0, waiting: 0)))
      try store.close()
    }
  }

  @Test func `followed lists are counted by their state`() async throws {
    let scene = try await Scene()
    #expect(try await scene.store.totals().sources == SourceTotals(ok: 1, failing: 0, waiting: 0))
    let later = scene.world.clock.now
    _ = try await scene.store.record(
      .failed(.refused, notBefore: nil), of: scene.source, from: .at("https://choir.example/tasks"), at: later,
      next: later)
    #expect(try await scene.store.totals().sources == SourceTotals(ok: 0, failing: 1, waiting: 0))
  }
}

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

  @Test func `a list with another owner who is enabled is still refreshed, for that one`() async throws {
    let ben = try await scene.world.asStranger(named: "Ben")
    try await scene.world.share(scene.choir, with: ben.account, as: .owner)
    try await scene.store.disableAccount(scene.account)
    let later = scene.world.clock.now.addingTimeInterval(30 * 86_400)
    #expect(
      try await scene.store.dueSources(at: later, limit: 9).map { [$0.id.value, $0.account.value] }
        == [[scene.source.value, ben.account.value]])
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

extension World {
  /// The same store for a new account; the first one takes over the existing lists.
  func register(_ name: String) async throws -> World {
    let account = try await store.addAccount(Username(validating: name), password: "record of \(name)")
    return World(store, clock, account.id)
  }

  /// A new session of the account, with its digest.
  @discardableResult
  func signIn(agent: String = "Browser/1", replacing old: Data? = nil) async throws -> (digest: Data, session: Session)
  {
    let digest = Data.digest()
    return (digest, try await store.beginSession(digest: digest, for: account, agent: agent, replacing: old))
  }

  /// How the session with that digest ended; `nil` while it is valid.
  func end(_ digest: Data) async throws -> SessionEnd? {
    try #require(try await store.session(digest: digest)).session.ended
  }
}

extension Data {
  private static let count = Atomic<UInt64>(0)

  /// 32 bytes that were not used before.
  static func digest() -> Data {
    let number = count.add(1, ordering: .relaxed).newValue
    return Data(repeating: 0xD1, count: 24) + Swift.withUnsafeBytes(of: number.bigEndian) { Data($0) }
  }
}
