import ArgumentParser
import Foundation
import TaskStore
import Tasks
import Testing

@testable import TaskApp
@testable import fourfold

/// A folder with a database, on which commands are run in this process with cheap password hashing.
final class CommandWorld: Sendable {
  let folder: URL
  var database: String { folder.appending(path: "lists.sqlite").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "fourfold-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    // A temporary folder that cannot be removed does no harm.
    do { try FileManager.default.removeItem(at: folder) } catch {}
  }

  static let hasher = PasswordHasher(parameters: .init(log2Cost: 1, blockSize: 1), queue: 10_000)

  /// Runs `fourfold account …` on the database with an input that is not a terminal, and returns its output.
  func account(_ arguments: String..., input: String = "") async throws -> [String] {
    let command = try Fourfold.parseAsRoot(["account"] + arguments + ["--database", database])
    let said = folder.appending(path: "\(UUID().uuidString).txt")
    try Data().write(to: said)
    let output = try FileHandle(forWritingTo: said)
    let typed = Pipe()
    try typed.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try typed.fileHandleForWriting.close()
    let console = Console(
      input: typed.fileHandleForReading.fileDescriptor, output: output.fileDescriptor, questions: output.fileDescriptor)
    try await (command as? any AccountSubcommand)?.run(at: AccountCommandContext(console: console, hasher: Self.hasher))
    try output.close()
    return try String(contentsOf: said, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  /// Opens the database as a running server does.
  func withStore<Value>(_ body: (TaskStore) async throws -> Value) async throws -> Value {
    let store = try TaskStore.open(at: database)
    let value = try await body(store)
    try store.close()
    return value
  }

  /// Whether the password signs in to the account.
  func opens(_ password: String, for name: String) async throws -> Bool {
    let record = try await withStore { try await $0.credentials(of: Username(validating: name))?.record }
    return try await Self.hasher.verify(Password.typed(password), against: record, for: .console)
      == .matches(rehash: false)
  }
}

/// A suite each of whose tests has a folder of its own.
class CommandTests {
  let world: CommandWorld

  init() throws { world = try CommandWorld() }
}

/// The settings of `fourfold serve` with some options and variables.
func serveSettings(_ arguments: [String] = [], _ environment: [String: String] = [:]) throws -> ServeSettings {
  try ServeSettings(#require(try Fourfold.parseAsRoot(["serve"] + arguments) as? Serve), environment)
}
