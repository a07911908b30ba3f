import ArgumentParser
import Foundation
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import TaskApp
@testable import fourfold

final class QuotaCommandTests: CommandTests {
  @Test func `a limit holds at once in a running server, for that account only, and deletes nothing`() async throws {
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    _ = try await world.account("add", "Ben", input: "correct horse\n")
    try await world.withStore { store in
      let accounts = try await store.accounts().map(\.account.id)
      var lists: [ListID] = []
      for (number, account) in accounts.enumerated() {
        let submission = SubmissionID(high: 1, low: UInt64(number))
        lists.append(try await store[account].createList(ListName(validating: "A"), submission: submission).list)
      }
      func add(_ number: Int, _ key: UInt64) async throws {
        let drafts = try [TaskDraft(validating: TaskInput(title: "Task \(key)"))]
        _ = try await store[accounts[number]].addTasks(
          drafts, to: lists[number], submission: SubmissionID(high: 2, low: key))
      }
      try await add(0, 1)
      try await add(0, 2)
      #expect(
        try await world.account("quota", "Ana", "--tasks", "1").last
          == "Ana has more than that already. It keeps what it has, and can add nothing.")
      await #expect(throws: StoreError.limit(.quota(.tasks, 1))) { try await add(0, 3) }
      try await add(1, 4)
      #expect(try await store[accounts[0]].openTasks(in: lists[0]).count == 2)
      #expect(try await store[accounts[0]].quotas().tasks == 1)
      _ = try await world.account("quota", "Ana", "--tasks", "default")
      try await add(0, 5)
    }
  }

  @Test(
    arguments: [
      ("0", .own(0)), ("1000", .own(1_000)), ("500MB", .own(500_000_000)), ("1.5 gb", .own(1_500_000_000)),
      ("20kB", .own(20_000)), ("Default", .usual), ("", nil), ("MB", nil), ("-1", nil), ("1e30GB", nil),
      ("5 pints", nil), ("nan", nil),
    ] as [(String, QuotaChange?)])
  func `a size is a number with a unit of a thousand, or default`(text: String, change: QuotaChange?) {
    #expect(QuotaChange(text, of: .bytes) == change)
  }
}
