import Foundation
import Synchronization

/// Whether the paths of an open database still refer to the open files.
package enum FileState: Hashable, Sendable {
  /// The paths refer to the open files.
  case inPlace
  /// One of the files was moved or deleted. The next process does not find what is written now.
  case missing
  case replaced
}

/// The files of an open database: the database, its write-ahead log and the log's index. SQLite keeps using open files whatever
/// happens to their paths, so a write to a moved or deleted file succeeds and is lost.
final class DatabaseFiles: Sendable {
  let path: String
  private let opened: [String: FileIdentity]
  private let last = Mutex(FileState.inPlace)

  /// Creates the record for an open database with an open log.
  init(path: String) {
    self.path = path
    opened = Dictionary(
      uniqueKeysWithValues: Self.endings.compactMap { ending in
        FileIdentity(of: path + ending).map { (ending, $0) }
      })
  }

  private static let endings = ["", "-wal", "-shm"]

  /// The endings of the files that SQLite writes beside a database.
  static let companions = ["-wal", "-shm", "-journal"]

  /// Whether a path is, or would be, one of the files of the database at `path`.
  static func isPart(_ file: String, of path: String) -> Bool {
    let (named, database) = (URL(fileURLWithPath: file), URL(fileURLWithPath: path))
    let isBeside =
      FileIdentity(of: named.deletingLastPathComponent().path)
      == FileIdentity(of: database.deletingLastPathComponent().path)
    return ([""] + companions).contains { ending in
      if let found = FileIdentity(of: file), found == FileIdentity(of: path + ending) { return true }
      return isBeside && named.lastPathComponent == database.lastPathComponent + ending
    }
  }

  /// The other names of the database's file, hard links, in its folder; nil if it has none anywhere, or does not exist.
  static func otherNames(of path: String) -> [String]? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink > 1 else { return nil }
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let folder = file.deletingLastPathComponent()
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: folder.path) } catch { return [] }
    let identity = FileIdentity(of: path)
    return names.sorted().map { folder.appending(path: $0).path }
      .filter { $0 != file.path && FileIdentity(of: $0) == identity }
  }

  var lastState: FileState { last.withLock { $0 } }

  /// Checks the paths, with three system calls that take a few microseconds. `SQLITE_FCNTL_HAS_MOVED` reports only that the database
  /// was moved: neither what is in its place, nor that the log was moved.
  func look() -> FileState {
    let state = state()
    last.withLock { $0 = state }
    return state
  }

  private func state() -> FileState {
    var isMissing = false
    for (ending, identity) in opened {
      guard let found = FileIdentity(of: path + ending) else {
        isMissing = true
        continue
      }
      if found == identity { continue }
      if ending.isEmpty { return .replaced }
      isMissing = true
    }
    return isMissing ? .missing : .inPlace
  }

  /// Throws if a write would go to a file that is no longer at its path.
  func requireInPlace() throws(StoreError) {
    if look() != .inPlace { throw .unavailable(.fileMoved, .writing) }
  }
}

/// The identity of a file, independent of its name. No other file has the same numbers while this one is open.
struct FileIdentity: Hashable, Sendable {
  private let device, inode: UInt64

  /// Nil if no file exists at the path.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Nil if the descriptor is not open.
  init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }
}

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
