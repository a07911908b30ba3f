import ArgumentParser
import Foundation
import TaskStore
import Tasks
import Testing

@testable import TaskApp
@testable import fourfold

final class QuotaCommandTests: CommandTests {
  @Test func `the command shows what an account uses and its limits, and sets and resets them`() async throws {
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    #expect(
      try await world.account("quota", "ana") == [
        "                USED   LIMIT",
        "Size             0 B  100 MB  the server's limit",
        "Tasks              0  100000  the server's limit",
        "Lists              0    1000  the server's limit",
        "Followed lists     0     100  the server's limit",
      ])
    let set = try await world.account("quota", "ana", "--bytes", "1.5 GB", "--tasks", "7")
    #expect(set[1].hasSuffix("1500 MB  its own limit"))
    #expect(set[2].hasSuffix(" 7  its own limit"))
    #expect(set[3].hasSuffix("1000  the server's limit"))
    #expect(try await world.account("quota", "ana", "--bytes", "1KB")[1].hasSuffix("  1 KB  its own limit"))
    let reset = try await world.account("quota", "ana", "--bytes", "default")
    #expect(reset[1].hasSuffix("100 MB  the server's limit"))
    #expect(reset[2].hasSuffix(" 7  its own limit"), "what is not named stays")
  }

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
      ("5 pints", nil),
      ("nan", nil),
    ] as [(String, QuotaChange?)])
  func `a size is a number with a unit of a thousand, or default`(text: String, change: QuotaChange?) {
    #expect(QuotaChange(text, of: .bytes) == change)
  }

  @Test(arguments: [["--tasks", "many"], ["--lists", "1MB"], ["--bytes", "5 pints"], ["--sources", "-1"]])
  func `a wrong limit is refused with what is expected`(options: [String]) {
    let error = #expect(throws: (any Error).self) {
      _ = try Fourfold.parseAsRoot(["account", "quota", "Ana"] + options)
    }
    #expect(error.map { Fourfold.exitCode(for: $0) } == .validationFailure)
  }
}
