import Foundation

/// How many files and connections the process may have open.
enum OpenFiles {
  /// Has it be so many, or as many as the system lets it: by default that is often 1,024, and so many connections alone may be
  /// served. Less is no reason not to start.
  static func allow(_ count: Int) {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = max(limit.rlim_cur, min(rlim_t(count), limit.rlim_max))
    setrlimit(resource, &limit)
  }

  #if os(Linux)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let resource = RLIMIT_NOFILE
  #endif
}
