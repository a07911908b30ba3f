import Foundation
import Logging

/// The limit of open file descriptors, which bounds the number of connections.
enum OpenFiles {
  /// The descriptors for all else: the database, fetches, exports.
  private static let others = 256

  /// The number of connections to serve at a time: 1,024, or fewer if the system allows no more open files, which is logged.
  static func connections(_ logger: Logger) -> Int {
    let usual = 1_024
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return usual }
    // The default is often 1,024, too few for the connections alone.
    limit.rlim_cur = max(limit.rlim_cur, min(rlim_t(usual + others), limit.rlim_max))
    setrlimit(resource, &limit)
    guard getrlimit(resource, &limit) == 0, let files = Int(exactly: limit.rlim_cur), files < usual + others else {
      return usual
    }
    let connections = max(files - others, files / 2)
    logger.warning(
      "fewer connections than usual are served: the limit of open files is low (ulimit -n)",
      metadata: ["files": "\(files)", "connections": "\(connections)", "usual": "\(usual)"])
    return connections
  }

  #if os(Linux)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let resource = RLIMIT_NOFILE
  #endif
}

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
  static func outliveReaders() { signal(SIGPIPE, SIG_IGN) }

  /// Keeps Dispatch from logging that it may not raise the priority of its threads, several times at each start, in the system's log.
  /// On Linux only root may. Must be called before Dispatch is used.
  static func quietDispatch() { setenv("LIBDISPATCH_LOG", "NO", 0) }
}
