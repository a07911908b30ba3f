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

  private static let board = """
    {"id": "5f1", "name": "House", "desc": "Ours", "lists": [{"id": "a", "name": "To do"}, {"id": "b", "name": "Done"}],
     "cards": [{"id": "1", "name": "Paint\\u0007", "idList": "a", "desc": ""},
       {"id": "2", "name": "Sand", "idList": "b", "desc": "", "closed": true}], "checklists": [], "actions": []}
    """

  @Test func `a file is imported beside a running server, once`() async throws {
    let path = try file("# House\n\n- [ ] Paint\n  - [x] Sand\n- [ ] Sweep\n")
    try await world.withStore { _ in
      let first = try await run(path)
      #expect(first.status == 0, "\(first.errors)")
      #expect(first.lines.last == "Imported 3 tasks in 1 list for Ana.")
    }
    let before = try await lists()
    #expect(before.count == 1 && before[0].hasSuffix(" 2+0"))
    let again = try await run(path)
    #expect(again.status == 0)
    #expect(again.lines.last == "Nothing was imported: Ana has all of it.")
    #expect(again.lines.dropLast().last?.hasSuffix("3 tasks that are there already") == true)
    #expect(try await lists() == before)
  }

  @Test func `a dry run tells what would come, what would not, and why, and changes nothing`() async throws {
    let result = try await run(try file(Self.board), "--dry-run", "--sections", "lists")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.lines.first == "1 list from a Trello board, with sections, which become lists:")
    #expect(result.lines.contains { $0.hasSuffix(": 1 task") })
    #expect(result.lines.contains("    left out: 1 description of a list or section, such as “Ours”"))
    #expect(result.lines.contains { $0.hasPrefix("    1 cancelled or archived task, which is completed") })
    #expect(result.lines.last == "Nothing was imported. Without --dry-run: 2 tasks in 2 lists.")
    #expect(result.lines.allSatisfy { !$0.contains("\u{7}") })
    #expect(try await lists() == [])
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

  @Test func `sections become tags, or lists`() async throws {
    _ = try await run(try file(Self.board), "--sections", "lists")
    #expect(try await lists().map { $0.prefix { $0 != " " } } == ["To", "Done"])
  }

  @Test func `the standard input is a file, too`() async throws {
    let input = Pipe()
    try input.fileHandleForWriting.write(contentsOf: Data("x 2026-01-02 Sand\n(A) Paint +house\n".utf8))
    try input.fileHandleForWriting.close()
    let result = try await run("-", input: input)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try await lists() == ["Imported 1+1"])
  }

  @Test func `a file that cannot be imported is exit code 1, in one line`() async throws {
    let result = try await run(try file("%PDF-1.7"))
    #expect(result.status == 1)
    #expect(
      result.errors.hasSuffix(
        "cannot be imported. Its format is not known. Export it as iCalendar, CSV, Markdown or todo.txt.\n"))
    #expect(result.lines == [])
    let missing = try await run(world.folder.appending(path: "nowhere").path)
    #expect(missing.status == 1)
    #expect(missing.errors.hasSuffix("could not be read: No such file or directory.\n"))
    #expect(try await run(try file("(A) Paint"), "--sections", "what").status == 64)
    #expect(try await lists() == [])
  }

  @Test(arguments: [
    "title,due\n,2026-07-01", "title,due\n", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VEVENT\nEND:VCALENDAR",
  ])
  func `a file without tasks is exit code 1, and adds no empty list`(text: String) async throws {
    let path = try file(text)
    for option in ["--sections=tags", "--dry-run"] {
      let result = try await run(path, option)
      #expect(result.status == 1)
      #expect(result.errors.hasSuffix("Nothing was imported: \(path) has no tasks.\n"))
    }
    #expect(try await lists() == [])
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

    #expect(try await lists() == [])
    let again = try await run(path)
    #expect(again.status == 1)
    #expect(again.errors.contains("another import of the account"))
    try await world.withStore { store in
      let ana = try #require(try await store.accounts().first?.account.id)
      #expect(try await store[ana].usage() == Usage())
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
