import Foundation

/// A new file under a temporary name, `….unfinished`, beside its target. It takes the target's name once it is complete and on
/// the disk; until then the target is as it was.
final class UnfinishedFile {
  static let suffix = ".unfinished"

  let path, target: String
  let descriptor: Int32

  /// Creates the file, accessible to its owner only, in place of one that an interrupted process has left.
  init(for target: String) throws(BackupProblem) {
    self.target = target
    path = target + Self.suffix
    descriptor = open(path, O_CREAT | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { throw .noFolder(target) }
      throw .unwritable(target, Unavailable(fileError: errno))
    }
    // Where the file system has no such locks, two processes that write one file at once are not distinguished.
    let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
    guard isLocked, FileIdentity(of: path) == FileIdentity(of: descriptor) else { throw .beingWritten(target) }
    guard fchmod(descriptor, 0o600) == 0, ftruncate(descriptor, 0) == 0 else {
      let problem = BackupProblem.unwritable(target, Unavailable(fileError: errno))
      abandon()
      throw problem
    }
    removeCompanions()
  }

  /// The size in bytes.
  var bytes: UInt64 { FileSize.bytes(of: path) ?? 0 }

  /// Writes the content to the disk.
  func sync() throws(BackupProblem) {
    guard fsync(descriptor) == 0 else { throw .unwritable(target, Unavailable(fileError: errno)) }
  }

  /// Gives the file to the owner of another one. Only root can, and has to: the server may run as another user.
  func belong(toOwnerOf other: String) throws(BackupProblem) {
    var status = stat()
    guard geteuid() == 0, stat(other, &status) == 0 else { return }
    guard fchown(descriptor, status.st_uid, status.st_gid) == 0 else {
      throw .unwritable(target, Unavailable(fileError: errno))
    }
  }

  /// Gives the file its name, durably.
  /// - Parameter replacing: whether a file of that name is replaced.
  func finish(replacing: Bool) throws(BackupProblem) {
    try sync()
    try takeName(replacing: replacing)
    try Self.syncFolder(of: target)
  }

  /// Removes the file, unless it has its name already.
  func abandon() {
    unlink(path)
    removeCompanions()
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  private func takeName(replacing: Bool) throws(BackupProblem) {
    if !replacing {
      // Fails if the file exists, which renaming would replace.
      if link(path, target) == 0 {
        unlink(path)
        return
      }
      if errno == EEXIST { throw .exists(target) }
      // The file system has no hard links.
      if FileIdentity(of: target) != nil { throw .exists(target) }
    }
    guard rename(path, target) == 0 else { throw .unwritable(target, Unavailable(fileError: errno)) }
  }

  /// Removes what SQLite has left beside the file.
  private func removeCompanions() {
    for companion in DatabaseFiles.companions { unlink(path + companion) }
  }

  /// Writes the names in the file's folder to the disk.
  static func syncFolder(of path: String) throws(BackupProblem) {
    let folder = open(URL(fileURLWithPath: path).deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { throw .unwritable(path, Unavailable(fileError: errno)) }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw .unwritable(path, Unavailable(fileError: errno)) }
  }
}
