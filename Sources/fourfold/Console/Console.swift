import ArgumentParser
import Foundation

/// The console of a command: standard streams, or file descriptors of a test.
struct Console: Sendable {
  /// The maximum length of an input line in bytes.
  private static let longestLine = 64 * 1024

  var input = STDIN_FILENO
  var output = STDOUT_FILENO
  /// The descriptor for prompts, separate from the output so that programs can parse that.
  var questions = STDERR_FILENO

  var isTerminal: Bool { isatty(input) == 1 }

  func say(_ line: String) {
    LineOutput(descriptor: output).write(line: line)
  }

  /// Prints a line about what happens meanwhile, where prompts appear.
  func note(_ line: String) {
    LineOutput(descriptor: questions).write(line: line)
  }

  func answer(to question: String) throws(CommandProblem) -> String {
    put(question)
    return try nextLine()
  }

  /// Prompts for a line without echo.
  func secret(_ question: String) throws(CommandProblem) -> String {
    let echo = try TerminalEcho(of: input)
    try echo.hide()
    defer { echo.show() }
    put(question)
    return try nextLine()
  }

  /// Reads a line, without its line break.
  func nextLine() throws(CommandProblem) -> String {
    var bytes: [UInt8] = []
    var isEnded = false
    while true {
      var byte: UInt8 = 0
      let count = read(input, &byte, 1)
      if count < 0, errno == EINTR { continue }
      isEnded = count <= 0
      if isEnded || byte == UInt8(ascii: "\n") { break }
      bytes.append(byte)
      if bytes.count > Self.longestLine { throw CommandProblem("The first line of the input is too long.") }
    }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    if isEnded, bytes.isEmpty { throw CommandProblem("The input ended before anything was typed.") }
    guard let line = String(validating: bytes, as: UTF8.self) else { throw CommandProblem("The input is not UTF-8.") }
    return line
  }

  /// Writes a prompt, or another text that remains in its line.
  func put(_ text: String) {
    let bytes = Array(text.utf8)
    // A failed prompt is ignored: the user may still answer.
    _ = write(questions, bytes, bytes.count)
  }
}

/// A command that reads and prints on a console only.
protocol ConsoleCommand: AsyncParsableCommand {
  func run(on console: Console) async throws
}

extension ConsoleCommand {
  func run() async throws { try await run(on: Console()) }
}
