import ArgumentParser
import Foundation
import TaskStore
import Testing

@testable import fourfold

struct FollowCommandTests {
  private let world: CommandWorld

  init() throws {
    world = try CommandWorld()
    try FileManager.default.createDirectory(
      at: world.folder.appending(path: "shared"), withIntermediateDirectories: false)
  }

  private var shared: String { world.folder.appending(path: "shared").path }
  private var copy: String { world.folder.appending(path: "copy.sqlite").path }

  /// Runs `fourfold follow`, and returns its lines.
  private func follow(_ arguments: String...) async throws -> [String] {
    let command = try #require(try Fourfold.parseAsRoot(["follow", shared, "--database", copy] + arguments) as? Follow)
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    let result: Result<Void, any Error>
    do { result = .success(try await command.run(on: Console(output: descriptor, questions: descriptor))) } catch {
      result = .failure(error)
    }
    try pipe.fileHandleForWriting.close()
    let lines = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).split(separator: "\n")
    try result.get()
    return lines.map(String.init)
  }

  @Test func `what is in the folder is copied once`() async throws {
    try await world.withStore { store in _ = try await StandbyShipper(store, into: shared).ship() }
    let lines = try await follow("--once")
    #expect(lines.count == 3)
    #expect(lines.first == "Following \(shared) into \(copy).")
    #expect(lines.dropFirst().first?.hasPrefix("Copied the database: ") == true)
    #expect(lines.last?.contains("as of ") == true)
    let taken = try #require(try TaskStore.takeOver(copy))
    #expect(taken.isMarked)
    try TaskStore.open(at: copy).close()
  }

  @Test func `without anything to copy it fails once, and into a database of its own always`() async throws {
    await #expect(throws: ExitCode.failure) { try await follow("--once") }
    try FileManager.default.removeItem(atPath: copy + ".standby")
    try TaskStore.open(at: copy).close()
    await #expect(throws: CommandProblem(StandbyProblem.notACopy(copy).description)) { try await follow("--once") }
  }

  @Test func `a server whose standby takes over stops`() async throws {
    let former = try RunningCommand(
      [
        "serve", "--port", "0", "--database", world.database, "--standby-folder", shared, "--standby-every", "1",
      ], in: world)
    try await eventually { FileManager.default.fileExists(atPath: shared + "/standby.json") || !former.isRunning }
    _ = try await follow("--once")
    #expect(try TaskStore.takeOver(copy)?.isMarked == true)
    #expect(try await former.ends() == 1)
    #expect(try former.asked.contains("has taken over from this server"))
  }

  @Test func `a signal ends it, and the server takes its copy over`() async throws {
    try await world.withStore { store in
      let shipper = StandbyShipper(store, into: shared)
      try await shipper.ship()
      let following = try RunningCommand(["follow", shared, "--database", copy], in: world)
      try await eventually { try following.said.contains("Up to date") }
      let serve = ["serve", "--port", "0", "--database", copy]
      let refused = try RunningCommand(serve, in: world)
      #expect(try await refused.ends() == 1)
      #expect(try refused.asked.contains("that fourfold follow keeps"))
      following.send(SIGTERM)
      #expect(try await following.ends() == 0)
      let serving = try RunningCommand(serve, in: world)
      try await eventually { try serving.said.contains("Fourfold serves") || !serving.isRunning }
      #expect(try (serving.said + serving.asked).contains("took over from the former server"))
      serving.send(SIGTERM)
      #expect(try await serving.ends() == 0)
      await #expect(throws: StandbyProblem.takenOver(shared)) { try await shipper.ship() }
      let former = try RunningCommand(
        ["serve", "--port", "0", "--database", world.database, "--standby-folder", shared], in: world)
      #expect(try await former.ends() == 1)
      #expect(try former.asked.contains("has taken over from this server"))
    }
  }
}
