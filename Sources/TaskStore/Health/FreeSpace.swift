import Foundation

/// The free space on the disk of a file.
enum FreeSpace {
  /// The number of bytes that the process can still write beside the file; nil where the file system does not report it.
  static func bytes(at path: String) -> UInt64? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return UInt64(status.f_bavail) * UInt64(status.f_frsize)
  }
}
