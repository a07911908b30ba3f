import Foundation

/// How many files and connections the process may have open.
enum OpenFiles {
  /// How many the process has beside its connections, at most: the database, sources that are asked, exports.
  static let others = 256

  /// Has it be so many, or as many as the system lets it: by default that is often 1,024, and so many connections alone may be
  /// served. Less is no reason not to start.
  /// - Returns: how many there may be.
  static func allow(_ count: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return count }
    limit.rlim_cur = max(limit.rlim_cur, min(rlim_t(count), limit.rlim_max))
    setrlimit(resource, &limit)
    guard getrlimit(resource, &limit) == 0 else { return count }
    return Int(exactly: limit.rlim_cur) ?? count
  }

  /// How many connections there may be where so many files are allowed: half of them at least.
  static func connections(of files: Int) -> Int { max(files - others, files / 2) }

  #if os(Linux)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let resource = RLIMIT_NOFILE
  #endif
}
