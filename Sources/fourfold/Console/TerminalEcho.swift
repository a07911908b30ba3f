import Foundation

/// Whether a terminal shows what is typed. A process that is ended while it does not has it shown again first.
struct TerminalEcho {
  private let descriptor: Int32
  private let shown: termios

  /// - Throws: if the descriptor is no terminal.
  init(of descriptor: Int32) throws(CommandProblem) {
    var current = termios()
    guard tcgetattr(descriptor, &current) == 0 else { throw CommandProblem("The terminal does not answer.") }
    self.descriptor = descriptor
    shown = current
  }

  /// What is typed from now on is not shown, but for the line break.
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

  /// What is typed is shown as before.
  func show() {
    var shown = shown
    tcsetattr(descriptor, TCSADRAIN, &shown)
    Restoring.end()
  }
}

/// What is done with the terminal when a signal ends the process. A handler of signals reaches nothing but globals, and may call
/// little: `tcsetattr`, `signal` and `raise` are among that (POSIX.1-2024, 2.4.3).
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
    // A shell that comes to the front meanwhile would not show what is typed.
    signal(SIGTSTP, SIG_IGN)
  }

  static func end() {
    for number in ending + [SIGTSTP] { signal(number, SIG_DFL) }
  }
}
