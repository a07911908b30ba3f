import Foundation
import Testing

/// The built command, running.
final class RunningCommand: Sendable {
  private let process: Process
  private let output: URL
  private let questions: URL

  /// Starts `fourfold` with a file, pipe or terminal as its input.
  /// - Parameter preparation: shell commands that are run before, in the same process.
  init(
    _ arguments: [String], input: Any = FileHandle.nullDevice, environment: [String: String] = [:],
    after preparation: String? = nil, in world: CommandWorld
  ) throws {
    process = Process()
    let tests = try #require(Bundle.main.executableURL)
    let command = tests.deletingLastPathComponent().appending(path: "fourfold")
    if let preparation {
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", preparation + "; exec \"$0\" \"$@\"", command.path] + arguments
    } else {
      process.executableURL = command
      process.arguments = arguments
    }
    process.environment = environment
    process.standardInput = input
    output = world.folder.appending(path: "\(UUID().uuidString).txt")
    questions = world.folder.appending(path: "\(UUID().uuidString).txt")
    for file in [output, questions] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: questions)
    try process.run()
  }

  var said: String { get throws { try String(contentsOf: output, encoding: .utf8) } }
  var asked: String { get throws { try String(contentsOf: questions, encoding: .utf8) } }

  var isRunning: Bool { process.isRunning }

  func send(_ signal: Int32) {
    // The identifier of a process that did not start is 0, which stands for the tests' own group of processes.
    if process.processIdentifier > 0 { kill(process.processIdentifier, signal) }
  }

  /// Waits until the command's last output is `question`.
  func asks(_ question: String) async throws {
    try await eventually { try asked.hasSuffix(question) }
  }

  /// Waits for the exit status, which is negative for a signal.
  func ends() async throws -> Int32 {
    try await eventually { !process.isRunning }
    return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
  }
}

/// Waits until a condition holds; gives up after ten minutes.
func eventually(_ holds: () throws -> Bool, _ location: SourceLocation = #_sourceLocation) async throws {
  for _ in 0..<60_000 {
    if try holds() { return }
    try await Task.sleep(for: .milliseconds(10))
  }
  Issue.record("that never happened", sourceLocation: location)
}
