import Foundation

/// Standard input, output and error of a process that is to last.
enum StandardStreams {
  /// Opens those to nowhere that were closed at the start: the next file or connection would have their numbers, and get what is
  /// written to the log.
  static func open() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest number that is free, which is this one. Without it the process does as well.
      _ = Foundation.open("/dev/null", O_RDWR)
    }
  }

  /// Has writing fail where the reader at the other end of a pipe has left, instead of ending the process by a signal.
  static func outliveReaders() {
    signal(SIGPIPE, SIG_IGN)
  }
}
