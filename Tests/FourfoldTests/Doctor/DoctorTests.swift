import ArgumentParser
import Configuration
import Foundation
import RemoteLists
import TaskApp
import Tasks
import Testing

@testable import fourfold

struct DoctorTests {
  private let world: CommandWorld

  init() throws {
    world = try CommandWorld()
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: world.folder.path)
  }

  private func findings(_ arguments: String...) async throws -> [Finding] {
    let command = try Fourfold.parseAsRoot(["doctor", "--database", world.database] + arguments)
    let doctor = try #require(command as? Doctor)
    let settings = try ServeSettings(
      doctor.serve, ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: [:])))
    return await Examination(settings: settings, ask: { _ in .failure(.refused) }).findings()
  }

  @Test func `backups are judged by what the running server says, which may be set otherwise`() async throws {
    func backups(_ health: String?, _ arguments: String...) async throws -> Finding? {
      let folder = arguments.first.map { ["--backup-folder", $0] } ?? []
      let command = try Fourfold.parseAsRoot(["doctor", "--database", world.database] + folder)
      let doctor = try #require(command as? Doctor)
      let settings = try ServeSettings(
        doctor.serve, ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: [:])))
      return await Examination(
        settings: settings,
        ask: { _ in health.map { .success(Probe.Answer(status: 200, body: $0)) } ?? .failure(.refused) }
      ).findings().first { $0.subject == "backups" }
    }
    let well = "ok\nlast backup: 2026-11-27T09:00:00Z, 12 min ago\nfourfold \(TaskApp.version)\n"
    let made = try await backups(well)
    #expect(made?.level == .ok && made?.text == "the running server's last: 2026-11-27T09:00:00Z, 12 min ago")
    #expect(try await backups("ok\nlast backup: none\nfourfold 1\n")?.text == "the running server makes them, none yet")
    #expect(try await backups("ok\nfourfold 1\n")?.level == .warning)
    #expect(try await backups(nil)?.level == .warning)
    let nowhere = try await backups(nil, "\(world.folder.path)/nowhere/backups")
    #expect(nowhere?.level == .problem)
    #expect(nowhere?.text == "there is no folder \(world.folder.path)/nowhere for \(world.folder.path)/nowhere/backups")
  }

  @Test func `a sound machine without a database has nothing to repair but backups`() async throws {
    let findings = try await findings()
    #expect(findings.filter { $0.level == .problem } == [])
    #expect(findings.first?.text == "there is none at \(world.database) yet: the first start makes it")
    #expect(findings.filter { $0.level == .warning }.map(\.subject).contains("backups"))
  }

  @Test func `a database is told with its size and its schema, and is not changed`() async throws {
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    let before = try Data(contentsOf: URL(filePath: world.database))
    let findings = try await findings()
    #expect(findings.first?.level == .ok)
    #expect(findings.first?.text.hasPrefix("\(world.database), 0.") == true)
    #expect(try Data(contentsOf: URL(filePath: world.database)) == before)
  }

  @Test func `a file that is no database, and missing templates, are problems`() async throws {
    try Data(repeating: 65, count: 9_000).write(to: URL(filePath: world.database))
    let found = try await findings("--templates", "/nowhere").filter { $0.level == .problem }
    #expect(found.map(\.subject) == ["database", "templates"])
  }

  @Test func `a line has the level, the subject and the text, and below it what to do, in color only on a terminal`() {
    let finding = Finding.problem("clock", "it is wrong", do: "Set it.")
    #expect(
      finding.lines(isColored: false) == ["problem  clock         it is wrong", "                       Set it."])
    #expect(finding.lines(isColored: true)[0] == "\u{1B}[31mproblem\u{1B}[0m  clock         it is wrong")
    #expect(Finding.ok("disk", "well").lines(isColored: false) == ["ok       disk          well"])
  }

  @Test func `the exit code is that of the worst finding, and a pipe gets plain text`() async throws {
    let command = try RunningCommand(
      ["doctor", "--database", world.database, "--port", "1", "--templates", "/nowhere"], input: Pipe(), in: world)
    #expect(try await command.ends() == 2)
    #expect(try command.said.contains("problem  templates     /nowhere can't be read\n"))
    #expect(try !command.said.contains("\u{1B}"))
  }
}
