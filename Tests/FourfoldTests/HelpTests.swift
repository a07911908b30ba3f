import ArgumentParser
import Foundation
import TaskApp
import Testing

@testable import fourfold

final class HelpTests: CommandTests {
  @Test(arguments: [["foo"], ["foo", "--database", "x.sqlite"], ["foo", "Ann", "--bytes", "5"], ["ad", "Ann"]])
  func `an unknown account command is named, whatever follows it`(arguments: [String]) async throws {
    let command = try RunningCommand(["account"] + arguments, in: world)
    #expect(try await command.ends() == 64)
    let told = try command.asked
    #expect(told.hasPrefix("Error: There is no command “\(arguments[0])” for accounts."), "\(told)")
    #expect(told.contains("fourfold account --help"))
  }

  @Test func `without a command, those for accounts are listed`() async throws {
    let command = try RunningCommand(["account"], in: world)
    #expect(try await command.ends() == 0)
    #expect(try command.said.contains("USAGE: fourfold account <subcommand>"))
    #expect(try command.said.contains("sign-out"))
    #expect(try !command.said.contains("default"))
  }

  @Test(
    arguments: [
      Serve.self, BackUp.self, Restore.self, Check.self, ImportCommand.self, ExportCommand.self,
      ShowConfig.self, Doctor.self, MailTest.self, MailIn.self, CheckWords.self, AddAccount.self, ListAccounts.self,
      SetPassword.self, SignOutAccount.self, DisableAccount.self, EnableAccount.self, SetQuota.self, SetOperator.self,
      RemoveAccount.self,
    ] as [any ParsableCommand.Type])
  func `every help has an example and the exit codes`(command: any ParsableCommand.Type) {
    let help = Fourfold.helpMessage(for: command, columns: 10_000)
    #expect(help.contains(/Examples?: .*fourfold [a-z]/))
    #expect(help.contains("Exit codes: 0 if "))
  }
}

struct VersionTests {
  @Test(arguments: [["--version"], ["serve", "--version"], ["account", "list", "--version"]])
  func `every command prints the version`(arguments: [String]) throws {
    let printed = try #require(throws: (any Error).self) { try Fourfold.parseAsRoot(arguments) }
    #expect(Fourfold.exitCode(for: printed) == .success)
    #expect(Fourfold.fullMessage(for: printed) == TaskApp.version)
  }

  @Test func `the version is the newest of the changelog, or the one that follows it`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let changelog = try String(contentsOf: root.appending(path: "CHANGELOG.md"), encoding: .utf8)
    let (_, newest, date) = try #require(changelog.firstMatch(of: /\n## \[([^\]]+)\] - (.+)/)?.output)
    #expect(TaskApp.version == (date == "unreleased" ? "\(newest)-dev" : String(newest)))
  }
}
