import Foundation
import GRDB
import Logging
import StatePagesTesting
import Tasks
import Testing

@testable import TaskStore
@testable import fourfold

@Suite(.timeLimit(.minutes(10))) final class PeriodicServiceTests: CommandTests {
  @Test func `damage is logged as critical`() async throws {
    let log = try LogFile()
    try await world.withStore { store in
      let account = try await store.addAccount(Username(validating: "Ana"), password: "record").id
      try await addTasks(500, of: account, turn: 0, to: store)
    }
    let file = URL(filePath: world.database)
    var bytes = try Data(contentsOf: file)
    // A page that holds tasks: the pages that are read to open the file stay intact.
    let page = try #require(bytes.range(of: Data("task 250".utf8))).lowerBound / 4096 * 4096
    bytes.replaceSubrange(page..<(page + 4096), with: Data(repeating: 0xFF, count: 4096))
    try bytes.write(to: file)
    try await world.withStore { store in
      let upkeep = Task { try await PeriodicService.check(of: store, log.logger(), after: .zero).run() }
      try await eventually { try log.text().contains("the database is damaged") }
      #expect(await store.health() == [.damaged], "it is remembered")
      upkeep.cancel()
      try await upkeep.value
    }
    let found = try log.objects().filter { ($0["message"] as? String)?.contains("damaged") == true }
    #expect(found.allSatisfy { $0["level"] as? String == "critical" })
  }

  @Test(arguments: [(hour: 3, wait: 3.0), (hour: 0, wait: 24.0), (hour: 23, wait: 23.0)])
  func `the file is checked again at an hour of the day`(hour: Int, wait: Double) throws {
    let zone = try #require(TimeZone(identifier: "GMT"))
    let midnight = Date(timeIntervalSince1970: 1_772_323_200)
    #expect(PeriodicService.untilNext(hour, in: zone, now: midnight) == .seconds(wait * 3_600))
  }

  @Test func `a removed account is deleted completely at the next interval, and failures are logged once`()
    async throws
  {
    let (log, clock) = (try LogFile(), ManualClock())
    try await CommandWorld().withStore { store in
      let logger = log.logger()
      let upkeep = Task { try await PeriodicService.deletion(in: store, logger, clock: clock).run() }
      for turn in UInt64(1)...2 {
        await clock.waitForSleepers(1)
        let account = try await store.addAccount(Username(validating: "Ana"), password: "record").id
        // More than one batch deletes.
        try await addTasks(500, of: account, turn: turn, to: store)
        try await store.removeAccount(account)
        #expect(try await count("tasks", in: store) == 500, "nothing is deleted before its time")
        try await store.database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA query_only = ON") }
        for _ in 0..<3 { await advance(clock) }
        try await store.database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA query_only = OFF") }
        await advance(clock)
        for table in ["tasks", "lists", "removed_accounts"] { #expect(try await count(table, in: store) == 0) }
        #expect(try await store.quickCheck() == [])
      }
      upkeep.cancel()
      try await upkeep.value
    }
    let messages = try log.objects().compactMap { $0["message"] as? String }
    #expect(messages == Array(repeating: "what was removed could not be deleted", count: 2))
  }

  @Test func `expired sessions are ended at the start`() async throws {
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    let digest = Data(repeating: 1, count: 32)
    let past = try TaskStore.open(at: world.database, now: { Date(timeIntervalSinceNow: -31 * 86_400) })
    let ana = try #require(try await past.accounts().first?.account.id)
    try await past.beginSession(digest: digest, for: ana, agent: "", replacing: nil)
    try await world.withStore { store in
      let upkeep = Task { try await PeriodicService.sweep(of: store, Logger(label: "test")).run() }
      // The clock of this store is in the past, so this lookup does not end the session itself.
      while try await past.session(digest: digest)?.session.ended == nil { try await Task.sleep(for: .milliseconds(5)) }
      upkeep.cancel()
      try await upkeep.value
    }
    #expect(try await past.session(digest: digest)?.session.ended == .idle)
    try past.close()
  }

  @Test(
    arguments: [
      (.cancelled, nil), (.unavailable(.closed, .reading), nil), (.unavailable(.busy, .writing), .info),
      (.unavailable(.tooManyReaders, .reading), .info), (.unavailable(.readOnly, .writing), .warning),
      (.internal("x"), .warning),
    ] as [(StoreError, Logger.Level?)])
  func `only a failure that lasts is logged as a warning, and none of a shutdown`(
    error: StoreError, level: Logger.Level?
  ) { #expect(error.level == level) }

  private func advance(_ clock: ManualClock) async {
    clock.advance(by: .seconds(1))
    await clock.waitForSleepers(1)
  }

  private func addTasks(_ count: Int, of account: AccountID, turn: UInt64, to store: TaskStore) async throws {
    let first = SubmissionID(high: 1, low: turn)
    let list = try await store[account].createList(ListName(validating: "A"), submission: first).list
    let drafts = try (0..<count).map { try TaskDraft(validating: TaskInput(title: "task \($0)")) }
    try await store[account].addTasks(drafts, to: list, submission: SubmissionID(high: 2, low: turn))
  }

  private func count(_ table: String, in store: TaskStore) async throws -> Int? {
    try await store.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") }
  }
}
