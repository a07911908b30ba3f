import Foundation

/// Prepares standard input, output and error for a long-running process.
enum StandardStreams {
  /// Opens closed standard streams on `/dev/null`. Otherwise the next file or connection would get their descriptors, and receive
  /// the log.
  static func open() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // Returns the lowest free descriptor, which is this one. A failure is not fatal.
      _ = Foundation.open("/dev/null", O_RDWR)
    }
  }

  /// Ignores SIGPIPE: writing to a pipe without a reader then fails instead of ending the process.
  static func outliveReaders() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Keeps Dispatch from logging that it may not raise the priority of its threads, several times at each start, in the system's log.
  /// On Linux only root may. Must be called before Dispatch is used.
  static func quietDispatch() {
    setenv("LIBDISPATCH_LOG", "NO", 0)
  }
}
