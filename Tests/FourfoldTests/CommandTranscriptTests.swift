import ArgumentParser
import Foundation
import GRDB
import TaskStore
import Tasks
import TestSupport
import Testing

@testable import TaskApp
@testable import fourfold

/// The transcripts in `Tests/Commands`: commands in a folder with a database, what they print, and their exit codes.
struct CommandTranscriptTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Commands")

  @Test(arguments: ["accounts.txt", "files.txt"])
  func `every command prints what is recorded`(file: String) async throws {
    let differences = try await Scenes.differences(in: Self.folder.appending(path: file)) {
      CommandScene(world: try CommandWorld())
    } step: { scene, words in
      try await scene.play(words)
    }
    if !differences.isEmpty { Issue.record("\(file) is not as recorded:\n\(differences)") }
  }
}

/// The folder of a scene. In its steps and in what they print, `{folder}` is its path, `{today}` the day.
private struct CommandScene {
  let world: CommandWorld

  /// Takes a step: `account …` is run in this process, `fourfold …` as the built command, each with what follows `<` as its input.
  func play(_ words: [String]) async throws -> [String] {
    let words = words.map { $0.replacing("{folder}", with: world.folder.path) }
    let (arguments, rest) = (Array(words.dropFirst().prefix { $0 != "<" }), words.drop { $0 != "<" }.dropFirst())
    return try await take(words[0], arguments, input: rest.first).map { line in
      line.replacing(world.folder.path, with: "{folder}").replacing(
        /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\S*|\d+\.\d s\b/, with: "{time}"
      )
      .replacing(Date.now.formatted(.iso8601.year().month().day()), with: "{today}")
    }
  }

  private func take(_ step: String, _ words: [String], input: String?) async throws -> [String] {
    switch step {
    case "account":
      do {
        return try await world.account(words, input: input ?? "")
      } catch {
        let code = Fourfold.exitCode(for: error).rawValue
        return ["exit code \(code)"] + (code == 64 ? [] : ["\(error)"])
      }
    case "fourfold":
      let pipe = Pipe()
      try pipe.fileHandleForWriting.write(contentsOf: Data((input ?? "").utf8))
      try pipe.fileHandleForWriting.close()
      let command = try RunningCommand(words + ["--database", world.database], input: pipe, in: world)
      let code = try await command.ends()
      let (said, asked) = (try command.said, try command.asked)
      // How to use a command is told by its help.
      return (code == 0 ? [] : ["exit code \(code)"]) + (code == 64 ? [] : lines(said) + lines(asked))
    case "opens":
      return [try await world.opens(words[1], for: words[0]) ? "yes" : "no"]
    case "file": try Data(words[1].utf8).write(to: world.folder.appending(path: words[0]))
    case "link":
      try FileManager.default.createSymbolicLink(
        atPath: world.folder.appending(path: words[0]).path, withDestinationPath: words[1])
    case "text": return lines(try String(contentsOf: world.folder.appending(path: words[0]), encoding: .utf8))
    case "mode":
      let attributes = try FileManager.default.attributesOfItem(atPath: world.folder.appending(path: words[0]).path)
      return [String(attributes[.posixPermissions] as? Int ?? 0, radix: 8)]
    case "files":
      // Not those of the commands that the tests run.
      return [
        try FileManager.default.contentsOfDirectory(atPath: world.folder.path).filter { $0.count < 36 }.sorted().joined(
          separator: " ")
      ]
    case "sql":
      let queue = try DatabaseQueue(path: world.database)
      try await queue.writeWithoutTransaction { db in try db.execute(sql: words.joined(separator: " ")) }
      try queue.close()
    case "sessions":
      try await ofAccount(words[0]) { store, account in
        for byte in 1...(UInt8(words[1]) ?? 1) {
          let digest = Data(repeating: byte, count: 32)
          _ = try await store.beginSession(digest: digest, for: account, agent: "", replacing: nil)
        }
      }
    case "list":
      try await ofAccount(words[0]) { store, account in
        let list = try await store[account].createList(
          ListName(validating: words[1]), submission: SubmissionID(high: 0, low: 1)
        ).list
        let drafts = try words.dropFirst(2).map { try TaskDraft(validating: TaskInput(title: $0)) }
        _ = try await store[account].addTasks(drafts, to: list, submission: SubmissionID(high: 0, low: 2))
      }
    case "lists":
      return try await ofAccount(words[0]) { store, account in
        let lists = try await store[account].listsPage(of: 100).rows
        return lists.isEmpty ? ["none"] : lists.map { "\($0.name): \($0.open) open, \($0.completed) completed" }
      }
    default: throw CommandProblem("\(step) is no step")
    }
    return []
  }

  private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

  /// Opens the database as a running server does.
  private func ofAccount<Value>(
    _ name: String, _ body: (TaskStore, AccountID) async throws -> Value
  ) async throws -> Value {
    try await world.withStore { store in
      let account = try #require(try await store.accounts().first { $0.account.name == name }?.account.id)
      return try await body(store, account)
    }
  }
}
