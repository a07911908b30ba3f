import ArgumentParser
import Foundation
import TaskStore
import Tasks
import TestSupport
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
      ("5 pints", nil), ("nan", nil),
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

final class RemovingTests: CommandTests {
  private var copy: String { world.folder.appending(path: "ana.json").path }

  /// Makes the account Ana with a list of two tasks.
  private func makeAna() async throws {
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    try await world.withStore { store in
      let ana = try #require(try await store.accounts().first?.account.id)
      let house = try await store[ana].createList(
        ListName(validating: "House"), submission: SubmissionID(high: 0, low: 1))
      let drafts = try ["Paint", "Sweep"].map { try TaskDraft(validating: TaskInput(title: $0)) }
      _ = try await store[ana].addTasks(drafts, to: house.list, submission: SubmissionID(high: 0, low: 2))
    }
  }

  private func isThere() async throws -> Bool { try await world.withStore { try await !$0.accounts().isEmpty } }

  @Test func `an account is removed with all its data after that is exported`() async throws {
    try await makeAna()
    #expect(
      try await world.account("remove", "ana", "--yes", "--export", copy)
        == ["Exported the lists of Ana to \(copy).", "Deleted Ana: 1 list, 2 tasks."])
    #expect(try await !isThere())
    let export = try AccountExport(json: Data(contentsOf: URL(filePath: copy)))
    #expect(export.account == "Ana")
    #expect(export.lists.map(\.name) == ["House"])
    #expect(export.lists.first?.tasks.map(\.title) == ["Paint", "Sweep"])
    let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func `an account is removed without an export only with the option for it`() async throws {
    try await makeAna()
    #expect(try await world.account("remove", "Ana", "--yes", "--without-export") == ["Deleted Ana: 1 list, 2 tasks."])
    #expect(try await !isThere())
  }

  @Test(arguments: [[], ["--yes"], ["--without-export", "--export", "x.json"]])
  func `an export has to be either requested or declined`(options: [String]) {
    let error = #expect(throws: (any Error).self) {
      _ = try Fourfold.parseAsRoot(["account", "remove", "Ana"] + options)
    }
    #expect(error.map { Fourfold.exitCode(for: $0) } == .validationFailure)
  }

  @Test func `an existing file is not overwritten, and nothing is removed`() async throws {
    try await makeAna()
    try "precious".write(toFile: copy, atomically: false, encoding: .utf8)
    await #expect(throws: CommandProblem("\(copy) already exists. Nothing was deleted.")) {
      try await world.account("remove", "Ana", "--yes", "--export", copy)
    }
    #expect(try String(contentsOfFile: copy, encoding: .utf8) == "precious")
    let link = world.folder.appending(path: "link.json").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "elsewhere.json")
    await #expect(throws: CommandProblem("\(link) already exists. Nothing was deleted.")) {
      try await world.account("remove", "Ana", "--yes", "--export", link)
    }
    #expect(try await isThere())
  }

  @Test func `an export that cannot be written keeps the account`() async throws {
    try await makeAna()
    let nowhere = world.folder.appending(path: "nowhere/ana.json").path
    await #expect(
      throws: CommandProblem("\(nowhere) could not be written: No such file or directory. Nothing was deleted.")
    ) { try await world.account("remove", "Ana", "--yes", "--export", nowhere) }
    #expect(try await isThere())
  }

  @Test func `without a terminal, the removal has to be confirmed by an option`() async throws {
    try await makeAna()
    await #expect(
      throws: CommandProblem(
        "This is not a terminal, so it cannot ask for confirmation. Add --yes to delete the account.")
    ) { try await world.account("remove", "Ana", "--without-export", input: "Ana\n") }
    #expect(try await isThere())
  }
}
