import Foundation
import GRDB
import TaskStore
import Tasks
import Testing

@testable import fourfold

struct ImportCommandTests {
  private let world: CommandWorld

  init() async throws {
    world = try CommandWorld()
    _ = try await world.account("add", "Ana", input: "correct horse\n")
  }

  /// Writes a file of a name that says nothing of its format.
  private func file(_ text: String) throws -> String {
    let url = world.folder.appending(path: "\(UUID().uuidString).bin")
    try Data(text.utf8).write(to: url)
    return url.path
  }

  private func run(
    _ arguments: String..., input: Any = FileHandle.nullDevice
  ) async throws -> (status: Int32, lines: [String], errors: String) {
    let command = try RunningCommand(
      ["import"] + arguments + ["--account", "Ana", "--database", world.database], input: input, in: world)
    let status = try await command.ends()
    return (status, try command.said.split(separator: "\n").map(String.init), try command.asked)
  }

  private func lists() async throws -> [String] {
    try await world.withStore { store in
      let ana = try #require(try await store.accounts().first?.account.id)
      return try await store[ana].listsPage(of: 100).rows.map { "\($0.name) \($0.open)+\($0.completed)" }
    }
  }

  @Test func `what the file leaves open is told, and chosen by options`() async throws {
    let url = world.folder.appending(path: "a.csv")
    try Data(Array("Task;Due\nCaf".utf8) + [0xE9] + Array(";3/4/2027\n".utf8)).write(to: url)
    let first = try await run(url.path, "--dry-run")
    #expect(
      first.lines.suffix(3).dropLast() == [
        "Dates such as 3/4/2027 are read day-first; see --date-order month-first.",
        "The text is read as windows-1252, such as “Café;3/4/2027”; see --encoding.",
      ])
    let second = try await run(url.path, "--dry-run", "--date-order", "month-first", "--encoding", "windows-1251")
    #expect(second.lines.contains("The text is read as windows-1251, such as “Cafй;3/4/2027”; see --encoding."))
    #expect(try await run(url.path, "--time-zone", "Mars/Olympus").status == 64)
    #expect(try await run(url.path, "--time-zone", "Asia/Tokyo").status == 0)
  }

  @Test func `a command that is killed midway leaves nothing that anybody sees`() async throws {
    let path = try file((0..<30_000).map { "(A) Task \($0) +house\n" }.joined())
    let command = try RunningCommand(["import", path, "--account", "Ana", "--database", world.database], in: world)
    let queue = try DatabaseQueue(path: world.database)
    func tasks() throws -> Int { try queue.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM tasks") ?? 0 } }
    // A thread of its own looks for the first tasks, because the other tests may occupy those that run tests for longer than an import.
    try await withCheckedThrowingContinuation { (found: CheckedContinuation<Void, any Error>) in
      Thread.detachNewThread {
        found.resume(
          with: Result {
            while try queue.read({ db in try Int.fetchOne(db, sql: "SELECT count(*) FROM tasks") ?? 0 }) == 0 {
              Thread.sleep(forTimeInterval: 0.001)
            }
            command.send(SIGKILL)
          })
      }
    }
    #expect(try await command.ends() == -SIGKILL)
    let left = try tasks()
    #expect(left > 0 && left < 30_000)
    try queue.close()

    #expect(try await lists() == ["Inbox 0+0"])
    let again = try await run(path)
    #expect(again.status == 1)
    #expect(again.errors.contains("another import of the account"))
    try await world.withStore { store in
      let ana = try #require(try await store.accounts().first?.account.id)
      let usage = try await store[ana].usage()
      #expect(usage.tasks == 0 && usage.lists == 1)
      #expect(try await store.quickCheck() == [])
    }
  }

  @Test func `a file over the limit is read no further`() throws {
    let path = try file(String(repeating: "x", count: 3_000))
    #expect(try ImportFile(path: path, console: Console(), limit: 2_000).bytes().count == 2_001)
    #expect(try ImportFile(path: path, console: Console(), limit: 3_000).bytes().count == 3_000)
  }

  @Test func `what is beyond a limit is told in words`() {
    let limits: [LimitReached] = [
      .tasks(1), .lists(1), .filters(1), .tags(1), .quota(.bytes, 1), .quota(.tasks, 1), .quota(.lists, 1),
      .quota(.sources, 1), .tasksAtOnce(1),
    ]
    for limit in limits {
      let text = CommandProblem(importing: .limit(limit)).description
      #expect(text.hasPrefix("Nothing was imported: ") && text.hasSuffix("."))
    }
    #expect(CommandProblem(importing: .limit(.quota(.bytes, 5_000_000))).description.contains("5.0 MB"))
  }
}
