import Foundation

/// A lock that a server holds on its database from before the first read until the process ends, so that no second server opens the
/// same file. Commands that work beside a server do not take it.
///
/// It is an advisory lock of a file beside the database, `fourfold.sqlite.server`, which contains the server's address. The kernel
/// releases it when the process ends, however that ends. SQLite's locks do not tell a server from a command.
package final class ServerLock: Sendable {
  /// Why a lock was not taken.
  package enum Problem: Error, Hashable, Sendable {
    /// Another server holds it, and serves at an address if it is known.
    case held(address: String?)
    /// What is at the path of the lock can't be one, for a reason in words. Nothing tells then whether another server is there.
    case obstructed(String, reason: String)
    /// The file system has no locks, or the folder of the database can't be made or found.
    case unavailable(reason: String)
  }

  private static let ending = ".server"
  private let path: String
  private let descriptor: Int32

  private init(_ path: String, _ descriptor: Int32) { (self.path, self.descriptor) = (path, descriptor) }

  /// Takes the lock of the database at `path`, whose folder is made if there is none.
  /// - Parameter address: where the server is reached; nil if that is not known yet.
  package static func take(on path: String, at address: String?) throws(Problem) -> ServerLock {
    do { try TaskStore.makeFolder(for: path) } catch { throw .unavailable(reason: error.description) }
    guard let database = realPath(path) ?? realPath(inFolderOf: path) else { throw .unavailable(reason: systemReason) }
    let file = database + ending
    while true {
      // Not waiting for the other end of a pipe.
      let descriptor = open(file, O_CREAT | O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw .obstructed(file, reason: systemReason) }
      if let reason = obstruction(descriptor) {
        close(descriptor)
        throw .obstructed(file, reason: reason)
      }
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        let problem =
          errno == EWOULDBLOCK ? Problem.held(address: content(of: descriptor)) : .unavailable(reason: systemReason)
        close(descriptor)
        throw problem
      }
      let lock = ServerLock(file, descriptor)
      // A server that has just ended may have removed the file that was opened.
      guard FileIdentity(of: file) == FileIdentity(of: descriptor) else { continue }
      lock.write(address ?? "")
      return lock
    }
  }

  /// Removes the file. The lock is released with the object.
  package func remove() { unlink(path) }

  deinit { close(descriptor) }

  /// The address is only for the message of another server.
  private func write(_ address: String) {
    let bytes = Array(address.utf8)
    guard ftruncate(descriptor, 0) == 0 else { return }
    _ = pwrite(descriptor, bytes, bytes.count, 0)
  }

  private static func content(of descriptor: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: 300)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    return text.isEmpty || !text.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? nil : text
  }

  /// Why a file can't be the lock: a file with several names may be the lock of another database, or a file of another program.
  private static func obstruction(_ descriptor: Int32) -> String? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return systemReason }
    if status.st_mode & S_IFMT != S_IFREG { return "not a regular file" }
    return status.st_nlink > 1 ? "it has more than one hard link" : nil
  }

  private static var systemReason: String { String(cString: strerror(errno)) }

  /// The path without symbolic links: several of them may lead to one database.
  private static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  private static func realPath(inFolderOf path: String) -> String? {
    let url = URL(fileURLWithPath: path)
    return realPath(url.deletingLastPathComponent().path).map { "\($0)/\(url.lastPathComponent)" }
  }
}
