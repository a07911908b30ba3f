import Foundation
import GRDB
import Logging
import StatePagesTesting
import Tasks
import Testing

@testable import TaskStore
@testable import fourfold

@Suite(.timeLimit(.minutes(10))) struct DeletionServiceTests {
  @Test func `a removed account is deleted completely at the next interval, again and again`() async throws {
    let clock = ManualClock()
    try await CommandWorld().withStore { store in
      let upkeep = Task {
        try await DeletionService(store: store, logger: Logger(label: "test"), clock: clock).run()
      }
      for turn in 1...2 {
        await clock.waitForSleepers(1)
        let account = try await store.addAccount(Username(validating: "Ana"), password: "record").id
        let first = SubmissionID(high: 1, low: UInt64(turn))
        let list = try await store[account].createList(ListName(validating: "A"), submission: first).list
        // More than one batch deletes.
        let drafts = try (0..<500).map { try TaskDraft(validating: TaskInput(title: "task \($0)")) }
        let second = SubmissionID(high: 2, low: UInt64(turn))
        try await store[account].addTasks(drafts, to: list, submission: second)
        try await store.removeAccount(account)
        #expect(try await count("tasks", in: store) == 500, "nothing is deleted before its time")
        clock.advance(by: .seconds(1))
        await clock.waitForSleepers(1)
        #expect(try await count("tasks", in: store) == 0)
        #expect(try await count("lists", in: store) == 0)
        #expect(try await count("removed_accounts", in: store) == 0)
        #expect(try await store.quickCheck() == [])
      }
      upkeep.cancel()
      try await upkeep.value
    }
  }

  @Test func `a repeated failure is logged once, and the deletion succeeds after it`() async throws {
    let world = try CommandWorld()
    let (log, clock) = (try LogFile(), ManualClock())
    try await world.withStore { store in
      let logger = log.logger()
      let upkeep = Task { try await DeletionService(store: store, logger: logger, clock: clock).run() }
      await clock.waitForSleepers(1)
      let account = try await store.addAccount(Username(validating: "Ana"), password: "record").id
      let submission = SubmissionID(high: 9, low: 9)
      _ = try await store[account].createList(ListName(validating: "A"), submission: submission)
      try await store.removeAccount(account)
      try await store.database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA query_only = ON") }
      for _ in 0..<3 {
        clock.advance(by: .seconds(1))
        await clock.waitForSleepers(1)
      }
      try await store.database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA query_only = OFF") }
      clock.advance(by: .seconds(1))
      await clock.waitForSleepers(1)
      #expect(try await count("lists", in: store) == 0)
      upkeep.cancel()
      try await upkeep.value
    }
    #expect(try log.objects().compactMap { $0["message"] as? String } == ["what was removed could not be deleted"])
  }

  private func count(_ table: String, in store: TaskStore) async throws -> Int? {
    try await store.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") }
  }
}
