import Foundation
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

  @Test func `an operator is made and unmade, which sessions know at once`() async throws {
    let ana = try await World().register("Ana")
    let digest = try await ana.signIn().digest
    #expect(try await ana.store.session(digest: digest)?.account.isOperator == false)
    #expect(try await ana.store.setOperator(ana.account, to: true))
    #expect(try await ana.store.session(digest: digest)?.account.isOperator == true)
    #expect(try await !ana.store.setOperator(ana.account, to: true), "already")
    #expect(try await ana.store.setOperator(ana.account, to: false))
    await #expect(throws: StoreError.notFound) { try await ana.store.setOperator(AccountID(999), to: true) }
  }

  @Test func `accounts are paged, each with its use and its own quotas`() async throws {
    for number in 1...7 { _ = try await world.register("Account \(number)") }
    let first = try await world.store.accountUses(1, of: 3)
    #expect(first.uses.map(\.account.name) == ["Account 1", "Account 2", "Account 3"])
    #expect((first.paging.total, first.number) == (7, 1))
    let last = try await world.store.accountUses(99, of: 3)
    #expect((last.uses.map(\.account.name), last.number) == (["Account 7"], 3))
    try await world.store.setQuotas(AccountQuotas(tasks: 5), of: world.account)
    try await world.add("One", "Two", to: world.list())
    let use = try await world.store.accountUses(1, of: 3).uses[0]
    #expect((use.usage.tasks, use.usage.lists, use.quotas.tasks, use.quotas.lists) == (2, 1, 5, 1_000))
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
