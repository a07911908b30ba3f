import ArgumentParser
import Foundation
import TaskStore
import Tasks
import Testing

@testable import fourfold

final class DemoTests: CommandTests {
  private func settings(_ arguments: [String], _ environment: [String: String] = [:]) throws -> ServeSettings {
    let serve = try #require(try Fourfold.parseAsRoot(["serve"] + arguments) as? Serve)
    return try ServeSettings(
      serve, environment)
  }

  private static let database = "--demo has a database of its own, which is thrown away: leave out --database."
  private static let elsewhere = "--demo is for this machine alone: it does not listen on 0.0.0.0."

  @Test(
    arguments: [
      (["--demo", "--database", "lists.sqlite"], [:], database),
      (["--database", "lists.sqlite"], ["FOURFOLD_DEMO": "true"], database),
      (["--demo", "--hostname", "0.0.0.0"], [:], elsewhere),
      (["--demo"], ["FOURFOLD_HOSTNAME": "0.0.0.0"], elsewhere),
    ] as [([String], [String: String], String)])
  func `an option that conflicts with a demo is reported in one line`(
    arguments: [String], environment: [String: String], message: String
  ) {
    let error = #expect(throws: ValidationError.self) { try settings(arguments, environment) }
    #expect(error?.message == message)
  }

  @Test func `a demo ignores a database that only the environment names`() throws {
    #expect(try settings(["--demo"], ["FOURFOLD_DATABASE": "lists.sqlite"]).isDemo)
    #expect(try settings([], ["FOURFOLD_DEMO": "1"]).isDemo)
    #expect(try !settings([]).isDemo)
  }

  @Test func `every demo has a new password that can be typed`() {
    let passwords = Set((0..<100).map { _ in DemoPassword.make() })
    #expect(passwords.count == 100)
    #expect(passwords.allSatisfy { $0.wholeMatch(of: /[a-z]{4}-[a-z]{4}-[a-z]{4}/) != nil })
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a demo serves its account, and leaves nothing behind when it ends`(signal: Int32) async throws {
    let command = try RunningCommand(
      ["serve", "--demo", "--port", "0"], environment: ["TMPDIR": world.folder.path], in: world)
    try await eventually { try command.said.filter(\.isNewline).count == 3 }
    let lines = try command.said.split(separator: "\n")
    #expect(lines[0].hasPrefix("Fourfold serves http://127.0.0.1:"))
    #expect(lines[1].hasPrefix("Sign in as Demo with the password "))
    #expect(try folders(in: world).count == 1)
    command.send(signal)
    #expect(try await command.ends() == 0)
    #expect(try folders(in: world) == [])
  }

  @Test func `a demo that cannot be served leaves nothing behind`() async throws {
    let command = try RunningCommand(
      ["serve", "--demo", "--port", "0", "--templates", "nowhere"], environment: ["TMPDIR": world.folder.path],
      in: world)
    #expect(try await command.ends() == 1)
    #expect(try command.asked.contains("nowhere"))
    #expect(try folders(in: world) == [])
  }

  private func folders(in world: CommandWorld) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: world.folder.path).filter { $0.hasPrefix("fourfold-demo") }
  }
}
