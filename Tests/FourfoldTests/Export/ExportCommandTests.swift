import Foundation
import TaskFormats
import TaskStore
import Tasks
import Testing

@testable import fourfold

struct ExportCommandTests {
  private let world: CommandWorld
  private let ana: AccountID

  init() async throws {
    world = try CommandWorld()
    _ = try await world.account("add", "Ana", input: "correct horse\n")
    ana = try await world.withStore { store in try #require(try await store.accounts().first?.account.id) }
    try await world.withStore { [ana] store in
      let house = try await store[ana].createList(ListName(validating: "House"), submission: .fresh()).list
      let garden = try await store[ana].createList(ListName(validating: "Garden"), submission: .fresh()).list
      try await store[ana].setPreferences(ListPreferences(adds: .top, order: .date), of: house)
      let inputs = [
        TaskInput(
          title: "Paint \"it\"", notes: "a\n\n b", due: "2026-11-30", time: "09:00 Europe/Berlin", tags: "red home",
          priority: "high"),
        TaskInput(title: "Water", due: "2026-11-30", repeats: "2026-11-30 FREQ=WEEKLY;BYDAY=MO", start: "2026-11-20"),
        TaskInput(title: "Old"), TaskInput(title: "Done"),
      ]
      let tasks = try await store[ana].addTasks(
        inputs.map { try TaskDraft(validating: $0) }, to: house, submission: .fresh()
      ).tasks
      let nested = try ["Stir", "Mix"].enumerated().map {
        try NestedDraft(TaskDraft(validating: TaskInput(title: $1)), depth: $0)
      }
      _ = try await store[ana].addSubtasks(nested, to: tasks[0], literal: nil, submission: .fresh())
      try await store[ana].deleteTask(tasks[2])
      try await store[ana].complete(tasks[3], on: #require(Day(iso: "2026-11-24")))
      // About a list that the other instance numbers differently.
      try await store[ana].saveFilter("list=\(garden)&due=week", as: ListName(validating: "Week"), submission: .fresh())
      try await store[ana].deleteList(garden)
    }
  }

  private func run(
    _ arguments: String..., input: Any = FileHandle.nullDevice
  ) async throws -> (status: Int32, output: String, errors: String) {
    let command = try RunningCommand(
      ["export"] + arguments + ["--account", "Ana", "--database", world.database], input: input, in: world)
    let status = try await command.ends()
    return (status, try command.said, try command.asked)
  }

  @Test func `an export that another instance imports is the same in every field`() async throws {
    try await world.withStore { [ana] store in
      let inbox = try #require(try await store[ana].listsPage(of: 1).rows.first?.id)
      let call = try TaskDraft(validating: TaskInput(title: "Call"))
      _ = try await store[ana].addTasks([call], to: inbox, submission: .fresh())
    }
    let first = try await run()
    #expect(first.status == 0, "\(first.errors)")
    let other = try CommandWorld()
    _ = try await other.account("add", "Ben", input: "another horse\n")
    let input = Pipe()
    try input.fileHandleForWriting.write(contentsOf: Data(first.output.utf8))
    try input.fileHandleForWriting.close()
    let command = try RunningCommand(
      ["import", "-", "--account", "Ben", "--database", other.database], input: input, in: other)
    #expect(try await command.ends() == 0)
    let back = try RunningCommand(["export", "--account", "Ben", "--database", other.database], in: other)
    #expect(try await back.ends() == 0)
    /// The lines, with the places of the lists in the file for their numbers.
    func lines(_ text: String) -> [String] {
      let numbers = text.matches(of: /"id" : (\d+)/).map(\.1)
      return text.split(separator: "\n").compactMap { line -> String? in
        if line.hasPrefix("  \"account\"") || line.hasPrefix("  \"exported-at\"") { return nil }
        return String(line).replacing(/("id" : |"filter" : "list=)(\d+)/) {
          "\($0.1)#\(numbers.firstIndex(of: $0.2) ?? -1)"
        }
      }
    }
    #expect(lines(first.output).count > 60)
    #expect(lines(try back.said) == lines(first.output))
  }

  @Test(arguments: ExportFormat.allCases)
  func `a file in any format is new, complete and readable by its owner only`(format: ExportFormat) async throws {
    let path = world.folder.appending(path: "x.out").path
    let result = try await run(path, "--format", format.rawValue)
    #expect(result.status == 0, "\(result.errors)")
    let count = [.json, .table, .exactTable].contains(format) ? 6 : 5
    #expect(result.output == "Exported \(count) tasks of Ana to \(path).\n")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("Paint"))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let again = try await run(path, "--format", format.rawValue)
    #expect(again.status == 1)
    #expect(again.errors.contains("already exists. Nothing was exported."))
    #expect(!FileManager.default.fileExists(atPath: path + ".part"))
    try Data().write(to: URL(filePath: path + "2.part"))
    #expect(try await run(path + "2", "--format", format.rawValue).errors.contains("\(path)2.part already exists."))
    #expect(try await run("-", "--format", format.rawValue).output.contains("Paint"))
  }

  @Test func `a list, or the matches of a saved filter, can be exported alone`() async throws {
    #expect(try await run("--list", "House", "--format", "todo.txt").output.contains("Paint"))
    let gone = try await run("--list", "Garden")
    #expect(gone.status == 1 && gone.errors.contains("has no list “Garden”"))
    #expect(try await run("--list", "Week", "--format", "csv").status == 0)
    #expect(try await run("--list", "House", "--with-secrets").status == 64)
    #expect(try await run("--format", "what").status == 64)
  }

  @Test func `addresses have their passwords only after the account's password`() async throws {
    try await world.withStore { [ana] store in
      let address = try SourceAddress(validating: "https://ann:hush@dav.example/a.ics?key=private")
      guard case .draft(let source) = try await store[ana].draftSource(address) else { return }
      _ = try await store[ana].follow(source, as: ListName(validating: "Choir"), submission: .fresh())
    }
    #expect(try await !run().output.contains("hush"))
    for (password, status) in [("correct horse", Int32(0)), ("a guess", 1)] {
      let input = Pipe()
      try input.fileHandleForWriting.write(contentsOf: Data("\(password)\n".utf8))
      try input.fileHandleForWriting.close()
      let result = try await run("--with-secrets", input: input)
      #expect(result.status == status, "\(result.errors)")
      #expect(result.output.contains("ann:hush@") == (status == 0))
    }
  }
}

extension SubmissionID {
  fileprivate static func fresh() -> SubmissionID {
    SubmissionID(high: .random(in: 0 ... .max), low: .random(in: 0 ... .max))
  }
}
