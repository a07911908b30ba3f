import Foundation

/// An exclusive lock on the bytes of a file that SQLite locks (SQLite's file format, section 1.4).
///
/// It ends with the first descriptor of the file that the process closes (POSIX advisory locks).
final class FileLock: Sendable {
  private static let firstByte = 0x4000_0000
  private static let byteCount = 512

  /// Open for reading and writing.
  let descriptor: Int32

  init(of path: String) throws(BackupProblem) {
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unwritable(path, Unavailable(fileError: errno)) }
    var lock = Foundation.flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    (lock.l_start, lock.l_len) = (off_t(Self.firstByte), off_t(Self.byteCount))
    guard fcntl(descriptor, F_SETLK, &lock) == 0 else { throw .inUse(path) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
