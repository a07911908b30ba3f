import Foundation

/// Where a command asks and answers: standard input and output, or what a test has in their place.
struct Console: Sendable {
  /// Nobody types more on one line.
  private static let longestLine = 64 * 1024

  var input = STDIN_FILENO
  var output = STDOUT_FILENO
  /// Questions go here, so that the output can be read by programs.
  var questions = STDERR_FILENO

  /// Whether somebody can be asked.
  var isTerminal: Bool { isatty(input) == 1 }

  /// Tells what was done.
  func say(_ line: String) {
    LineOutput(descriptor: output).write(line: line)
  }

  /// What is typed to a question.
  func answer(to question: String) throws(CommandProblem) -> String {
    put(question)
    return try nextLine()
  }

  /// What is typed to a question, without showing it.
  func secret(_ question: String) throws(CommandProblem) -> String {
    let echo = try TerminalEcho(of: input)
    try echo.hide()
    defer { echo.show() }
    put(question)
    return try nextLine()
  }

  /// The next line of the input, without its line break.
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

  private func put(_ question: String) {
    let bytes = Array(question.utf8)
    // Who cannot see the question may still answer it.
    _ = write(questions, bytes, bytes.count)
  }
}
