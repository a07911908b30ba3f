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

  func say(_ line: String) { LineOutput(descriptor: output).write(line: line) }

  /// Prints a line about what happens meanwhile, where prompts appear.
  func note(_ line: String) { LineOutput(descriptor: questions).write(line: line) }

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

/// Turns the echo of a terminal off and on. If a signal ends the process in between, the echo is restored first.
struct TerminalEcho {
  private let descriptor: Int32
  private let shown: termios

  /// - Throws: ``CommandProblem`` if the descriptor is no terminal.
  init(of descriptor: Int32) throws(CommandProblem) {
    var current = termios()
    guard tcgetattr(descriptor, &current) == 0 else { throw CommandProblem("The terminal does not answer.") }
    self.descriptor = descriptor
    shown = current
  }

  /// Turns the echo off, except for the line break.
  func hide() throws(CommandProblem) {
    Restoring.begin(descriptor, shown)
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO)
    hidden.c_lflag |= tcflag_t(ICANON | ECHONL)
    guard tcsetattr(descriptor, TCSAFLUSH, &hidden) == 0 else {
      Restoring.end()
      throw CommandProblem("The terminal shows what is typed, whatever it is asked.")
    }
  }

  func show() {
    var shown = shown
    tcsetattr(descriptor, TCSADRAIN, &shown)
    Restoring.end()
  }
}

/// Restores the terminal when a signal ends the process. Signal handlers can access globals only, and may call only
/// async-signal-safe functions, such as `tcsetattr`, `signal` and `raise` (POSIX.1-2024, 2.4.3).
private enum Restoring {
  nonisolated(unsafe) private static var descriptor: Int32 = -1
  nonisolated(unsafe) private static var shown = termios()

  private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  static func begin(_ descriptor: Int32, _ shown: termios) {
    self.descriptor = descriptor
    self.shown = shown
    for number in ending {
      signal(number) { number in
        tcsetattr(Restoring.descriptor, TCSANOW, &Restoring.shown)
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    // Suspending would leave the shell without echo.
    signal(SIGTSTP, SIG_IGN)
  }

  static func end() {
    for number in ending + [SIGTSTP] { signal(number, SIG_DFL) }
  }
}

/// Rows of text in aligned columns.
struct TextTable {
  let lines: [String]

  /// - Parameters:
  ///   - rows: the cells. All rows have the same number of them.
  ///   - numbers: the columns that are aligned to the right.
  init(_ rows: [[String]], numbers: Set<Int> = []) {
    let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    lines = rows.map { row in
      let cells = row.indices.map { column in
        let blanks = String(repeating: " ", count: widths[column] - row[column].count)
        return numbers.contains(column) ? blanks + row[column] : row[column] + blanks
      }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
