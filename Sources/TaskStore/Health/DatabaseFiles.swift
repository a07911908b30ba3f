import Foundation
import Synchronization

/// Whether the paths of an open database still lead to the files that are open.
public enum FileState: Hashable, Sendable {
  /// They do.
  case inPlace
  /// One of the files was moved or deleted: what is written now is not found by the next process.
  case missing
  /// Another file stands where the database was.
  case replaced
  /// It is the same file, and something other than SQLite wrote into it: another database, or an older copy of this one.
  case overwritten
}

/// The files of an open database: the database itself, its log and the log's index. SQLite goes on with open files whatever
/// happens to their paths, so a write into a file that was taken away succeeds and is lost.
final class DatabaseFiles: Sendable {
  let path: String
  let stamp: FileStamp
  private let opened: [String: FileIdentity]
  private let last = Mutex(FileState.inPlace)

  /// Of a database that is open, its log as well.
  init(path: String, stamp: FileStamp) {
    self.path = path
    self.stamp = stamp
    opened = Dictionary(
      uniqueKeysWithValues: Self.endings.compactMap { ending in
        FileIdentity(of: path + ending).map { (ending, $0) }
      })
  }

  private static let endings = ["", "-wal", "-shm"]

  /// The state when it was looked at last.
  var lastState: FileState { last.withLock { $0 } }

  /// Looks at the paths: four system calls, a few microseconds.
  ///
  /// What another process wrote through SQLite and folded into the file looks like ``FileState/overwritten`` until the writer has
  /// adopted it: only with `isAdopted` that is the state from now on.
  @discardableResult
  func look(isAdopted: Bool = false) -> FileState {
    let state = state()
    if state != .overwritten || isAdopted { last.withLock { $0 = state } }
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
    if isMissing { return .missing }
    return stamp.isIntact() ? .inPlace : .overwritten
  }

  /// Gives the log another name, so that the next start doesn't fold it into what is in the file now.
  func setLogAside() throws {
    guard rename(path + "-wal", path + UncheckpointedWAL.logAside) == 0 || errno == ENOENT else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

  /// Throws when a write would go into a file that its path doesn't lead to, or that is another one by now. To be called in a
  /// transaction of the writer, which has adopted what other processes wrote.
  func requireInPlace() throws(StoreError) {
    if look(isAdopted: true) != .inPlace { throw .unavailable(.fileMoved, .writing) }
  }
}

/// Tells files apart, whatever they are called: no other file has the same numbers as long as this one is open.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// Nil where no file can be found at the path.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }
}
