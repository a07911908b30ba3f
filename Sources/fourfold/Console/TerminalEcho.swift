import Foundation

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
