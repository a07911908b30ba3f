import Foundation
import TaskStore
import Testing

@testable import fourfold

/// A database has one server.
final class ServerLockTests: CommandTests {
  private func serve(_ arguments: String...) throws -> RunningCommand {
    try RunningCommand(["serve", "--port", "0", "--database", world.database] + arguments, in: world)
  }

  private func started(_ command: RunningCommand) async throws {
    try await eventually { try command.said.contains("Fourfold serves") || !command.isRunning }
    #expect(command.isRunning)
  }

  private var lock: String { world.database + ".server" }

  @Test func `a second server on the same database is refused, and starts once the first has ended`() async throws {
    let first = try serve()
    try await started(first)
    let link = world.folder.appending(path: "link.sqlite").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: world.database)
    for path in [world.database, link] {
      let second = try RunningCommand(["serve", "--port", "0", "--database", path], in: world)
      #expect(try await second.ends() == 1)
      #expect(
        try second.asked
          == "Another Fourfold serves the database \(path). Stop it first, or name another file with --database.\n")
    }
    // Commands work beside the server.
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    let copy = world.folder.appending(path: "copy.sqlite").path
    for command in [["check"], ["backup", copy]] {
      #expect(try await RunningCommand(command + ["--database", world.database], in: world).ends() == 0, "\(command)")
    }
    first.send(SIGTERM)
    #expect(try await first.ends() == 0)
    #expect(!FileManager.default.fileExists(atPath: lock))
    let third = try serve()
    try await started(third)
    third.send(SIGTERM)
    #expect(try await third.ends() == 0)
  }

  @Test func `a server that was killed leaves no lock, and the address of a running one is told`() async throws {
    let killed = try serve()
    try await started(killed)
    killed.send(SIGKILL)
    #expect(try await killed.ends() == -SIGKILL)
    #expect(FileManager.default.fileExists(atPath: lock))
    let held = try ServerLock.take(on: world.database, at: "http://127.0.0.1:8080")
    let refused = try serve()
    #expect(try await refused.ends() == 1)
    #expect(try refused.asked.contains("serves the database \(world.database) at http://127.0.0.1:8080. Stop it first"))
    withExtendedLifetime(held) {}
  }

  enum Obstruction: CaseIterable { case folder, link, danglingLink, hardLink, pipe }

  @Test(arguments: Obstruction.allCases)
  func `what is in the place of the lock lets no server start, and stays as it is`(obstruction: Obstruction) throws {
    let other = world.folder.appending(path: "other").path
    try "mine".write(toFile: other, atomically: false, encoding: .utf8)
    switch obstruction {
    case .folder: try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: false)
    case .link: try FileManager.default.createSymbolicLink(atPath: lock, withDestinationPath: other)
    case .danglingLink: try FileManager.default.createSymbolicLink(atPath: lock, withDestinationPath: other + "2")
    case .hardLink: try FileManager.default.linkItem(atPath: other, toPath: lock)
    case .pipe: #expect(mkfifo(lock, 0o600) == 0)
    }
    let problem = #expect(throws: ServerLock.Problem.self) { try ServerLock.take(on: world.database, at: "x") }
    guard case .obstructed(let file, _) = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(file.hasSuffix(lock))
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine")
  }

  @Test func `a server that can't take the lock says why, and ends`() async throws {
    try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: false)
    let server = try serve()
    #expect(try await server.ends() == 1)
    let told = try server.asked
    #expect(told.contains("Make sure that no other server uses the database, and remove it."), "\(told)")
  }

  @Test func `a lock makes its folder, and one that is held is refused within a process, too`() throws {
    do {
      let new = world.folder.path + "/nowhere/x.sqlite"
      let lock = try ServerLock.take(on: new, at: nil)
      #expect(FileManager.default.fileExists(atPath: new + ".server"))
      lock.remove()
    }
    do {
      let first = try ServerLock.take(on: world.database, at: nil)
      #expect(throws: ServerLock.Problem.held(address: nil)) { try ServerLock.take(on: world.database, at: "x") }
      withExtendedLifetime(first) {}
    }
    try ServerLock.take(on: world.database, at: "x").remove()
  }

  @Test func `a backup folder that can't be made is told at the start`() async throws {
    let folder = world.folder.path + "/nowhere/backups"
    let server = try serve("--backup-folder", folder)
    try await started(server)
    try await eventually {
      try server.asked.contains("no backups can be made: there is no folder \(world.folder.path)/nowhere for")
    }
    server.send(SIGTERM)
    #expect(try await server.ends() == 0)
  }
}

struct PortInUseTests {
  @Test func `a start with a port in use ends, and names the option`() async throws {
    let world = try CommandWorld()
    try await ServedSources.with { served in
      let port = served.ports.server
      let command = try RunningCommand(["serve", "--port", "\(port)", "--database", world.database], in: world)
      #expect(try await command.ends() == 1)
      #expect(try command.asked.hasSuffix("Port \(port) on 127.0.0.1 is in use. Choose another with --port.\n"))
    }
  }
}

struct InstalledFolderTests {
  private let world: CommandWorld
  private var executable: URL { world.folder.appending(path: "bin/fourfold") }
  private var path: String { InstalledFolder.path("Templates", executable: executable) }

  init() throws {
    world = try CommandWorld()
    try make("bin")
    try Data().write(to: executable)
  }

  private func make(_ folder: String) throws {
    try FileManager.default.createDirectory(at: world.folder.appending(path: folder), withIntermediateDirectories: true)
  }

  /// The absolute path without symbolic links, which a temporary folder may have.
  private func resolved(_ path: String) -> String { world.folder.resolvingSymlinksInPath().appending(path: path).path }

  @Test func `a folder beside the program is found before the system's, and this before the working folder`() throws {
    #expect(path == "Templates")
    #expect(InstalledFolder.path("Templates", executable: nil) == "Templates")
    try make("share/fourfold/Templates")
    #expect(path == resolved("share/fourfold/Templates"))
    #expect(InstalledFolder.path("Public", executable: executable) == "Public")
    try make("bin/Templates")
    #expect(path == resolved("bin/Templates"))
  }

  @Test func `the folder is that of the program itself, if a link leads to it`() throws {
    try make("bin/Templates")
    let link = world.folder.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: executable)
    #expect(InstalledFolder.path("Templates", executable: link) == resolved("bin/Templates"))
  }

  @Test func `a file of that name is no folder`() throws {
    try Data().write(to: world.folder.appending(path: "bin/Templates"))
    #expect(path == "Templates")
  }
}
