import Foundation

/// The limit of open file descriptors.
enum OpenFiles {
  /// The maximum number of descriptors besides connections: the database, fetches, exports.
  static let others = 256

  /// Raises the limit to `count`, or as far as the system allows. The default is often 1,024, too few for the connections alone.
  /// A failure does not prevent startup.
  /// - Returns: the resulting limit.
  static func allow(_ count: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return count }
    limit.rlim_cur = max(limit.rlim_cur, min(rlim_t(count), limit.rlim_max))
    setrlimit(resource, &limit)
    guard getrlimit(resource, &limit) == 0 else { return count }
    return Int(exactly: limit.rlim_cur) ?? count
  }

  /// The maximum number of connections for a limit of open files: at least half of it.
  static func connections(of files: Int) -> Int { max(files - others, files / 2) }

  #if os(Linux)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let resource = RLIMIT_NOFILE
  #endif
}
