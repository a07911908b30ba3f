import Foundation
import TaskStore
import Tasks
import Testing

@testable import fourfold

/// Runs the built command with a terminal as its input.
struct TerminalTests {
  private let world: CommandWorld
  private let terminal: Terminal

  init() throws {
    world = try CommandWorld()
    terminal = try Terminal()
  }

  private func run(_ arguments: String...) throws -> RunningCommand {
    try RunningCommand(["account"] + arguments + ["--database", world.database], input: terminal.theirs, in: world)
  }

  @Test func `a password is typed twice and never shown`() async throws {
    let command = try run("add", "Ana")
    try await command.asks("Password: ")
    #expect(try !terminal.showsTyping)
    try terminal.type("correct horse\n")
    try await command.asks("Repeat password: ")
    try terminal.type("correct horse\n")
    #expect(try await command.ends() == 0)
    #expect(try command.said == "Created the account Ana in the new database \(world.database).\n")
    #expect(terminal.shown().filter { !$0.isNewline } == "", "nothing but the line breaks")
    #expect(try terminal.showsTyping)
    let record = try await world.withStore { try await $0.credentials(of: Username(validating: "Ana"))?.record }
    #expect(record?.hasPrefix("$scrypt$ln=17,r=8,p=1$") == true)
  }

  @Test func `two passwords that differ make no account`() async throws {
    let command = try run("add", "Ana")
    try await command.asks("Password: ")
    try terminal.type("correct horse\n")
    try await command.asks("Repeat password: ")
    try terminal.type("correct house\n")
    #expect(try await command.ends() == 1)
    #expect(try command.asked.hasSuffix("Error: The passwords do not match.\n"))
    #expect(!FileManager.default.fileExists(atPath: world.database))
  }

  @Test func `an invalid password is reported before the second prompt`() async throws {
    let command = try run("add", "Ana")
    try await command.asks("Password: ")
    try terminal.type("short\n")
    #expect(try await command.ends() == 1)
    #expect(try command.asked == "Password: Error: The password is shorter than 8 characters.\n")
    #expect(!FileManager.default.fileExists(atPath: world.database))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a command that is interrupted at a password turns the echo back on`(signal: Int32) async throws {
    let command = try run("add", "Ana")
    try await command.asks("Password: ")
    #expect(try !terminal.showsTyping)
    try terminal.type("corr")
    command.send(signal)
    #expect(try await command.ends() == -signal)
    #expect(try terminal.showsTyping)
  }

  @Test func `an account is removed after its name is typed again, in any spelling`() async throws {
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    let other = try run("remove", "Ana", "--without-export")
    try await other.asks("To permanently delete Ana, type its name again: ")
    #expect(try terminal.showsTyping)
    try terminal.type("Anna\n")
    #expect(try await other.ends() == 1)
    #expect(try other.asked.hasSuffix("Error: The name does not match. Nothing was deleted.\n"))
    let same = try run("remove", "Ana", "--without-export")
    try await same.asks("To permanently delete Ana, type its name again: ")
    try terminal.type(" ana\n")
    #expect(try await same.ends() == 0)
    #expect(try await world.withStore { try await $0.accounts().isEmpty })
  }

  @Test func `with a pipe as its input, the built command takes the first line`() async throws {
    let typed = Pipe()
    let command = try RunningCommand(["account", "add", "Ana", "--database", world.database], input: typed, in: world)
    try typed.fileHandleForWriting.write(contentsOf: Data("correct horse\n".utf8))
    #expect(try await command.ends() == 0)
    #expect(try command.asked == "")
    #expect(try command.said == "Created the account Ana in the new database \(world.database).\n")
  }
}
