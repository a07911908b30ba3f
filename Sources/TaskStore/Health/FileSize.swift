import Foundation

/// The size of a file, and the free space beside it.
enum FileSize {
  /// The size in bytes; nil if the file does not exist.
  static func bytes(of path: String) -> UInt64? {
    var status = stat()
    return stat(path, &status) == 0 ? UInt64(status.st_size) : nil
  }

  /// The number of bytes that the process can still write beside the file; nil where the file system does not report it.
  static func freeBytes(beside path: String) -> UInt64? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return UInt64(status.f_bavail) * UInt64(status.f_frsize)
  }
}
