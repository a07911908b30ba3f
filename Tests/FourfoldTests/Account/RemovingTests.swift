import ArgumentParser
import Foundation
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import fourfold

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
      _ = try await store[ana].addTasks(
        drafts, to: house.list, submission: SubmissionID(high: 0, low: 2))
    }
  }

  private func isThere() async throws -> Bool {
    try await world.withStore { try await !$0.accounts().isEmpty }
  }

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
    #expect(
      try await world.account("remove", "Ana", "--yes", "--without-export") == ["Deleted Ana: 1 list, 2 tasks."])
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
    ) {
      try await world.account("remove", "Ana", "--yes", "--export", nowhere)
    }
    #expect(try await isThere())
  }

  @Test func `without a terminal, the removal has to be confirmed by an option`() async throws {
    try await makeAna()
    await #expect(
      throws: CommandProblem(
        "This is not a terminal, so it cannot ask for confirmation. Add --yes to delete the account.")
    ) {
      try await world.account("remove", "Ana", "--without-export", input: "Ana\n")
    }
    #expect(try await isThere())
  }
}
