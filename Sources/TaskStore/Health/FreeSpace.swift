import Foundation

/// The room on the disk of a file.
enum FreeSpace {
  /// How many bytes the process may still write beside the file; nil where the file system doesn't tell.
  static func bytes(at path: String) -> UInt64? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return UInt64(status.f_bavail) * UInt64(status.f_frsize)
  }
}
