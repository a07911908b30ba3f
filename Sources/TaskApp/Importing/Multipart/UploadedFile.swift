import Foundation
import NIOCore
import Synchronization
import Tasks

/// A file that a client sent, on the disk. It is deleted with its last reference.
final class UploadedFile: Sendable {
  private let descriptor: Int32
  private let folder: UploadFolder
  private let size = Mutex(0)

  init(_ descriptor: Int32, in folder: UploadFolder) {
    self.descriptor = descriptor
    self.folder = folder
  }

  deinit { close(descriptor) }

  static func with(_ text: String, in folder: UploadFolder) async throws(UploadProblem) -> UploadedFile {
    let file = try folder.file()
    let bytes = ByteBuffer(string: text)
    try await BackgroundThread.run { () throws(UploadProblem) in try file.append(bytes) }
    return file
  }

  /// The size of the file in bytes.
  var count: Int { size.withLock { $0 } }

  /// Appends bytes. Blocks until the system has taken them.
  func append(_ bytes: ByteBuffer) throws(UploadProblem) {
    try folder.requireSpace()
    var rest = bytes
    while rest.readableBytes > 0 {
      let place = count
      let (written, code) = rest.withUnsafeReadableBytes { buffer -> (Int, Int32) in
        let written = pwrite(descriptor, buffer.baseAddress, buffer.count, off_t(place))
        return (written, errno)
      }
      if written < 0, code == EINTR { continue }
      guard written > 0 else { throw UploadProblem(written == 0 ? EIO : code) }
      rest.moveReaderIndex(forwardBy: written)
      size.withLock { $0 += written }
    }
  }

  /// The content of the file. Blocks while it is read: see `BackgroundThread`.
  func bytes() throws(UploadProblem) -> [UInt8] {
    let count = count
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        let read = pread(descriptor, buffer.baseAddress.map { $0 + done }, count - done, off_t(done))
        if read < 0, errno == EINTR { continue }
        guard read > 0 else {
          code = read == 0 ? EIO : errno
          return
        }
        done += read
      }
    }
    guard code == 0 else { throw UploadProblem(code) }
    return bytes
  }
}

/// Why a file can't be stored, or read again.
enum UploadProblem: Error, Hashable, Sendable {
  /// The disk is full, or would have less than the free space that is to remain.
  case diskFull
  /// The system refuses it, with the number of the error.
  case failed(Int32)
}

/// A folder for files that clients send.
///
/// A file there has no name: it is deleted as soon as it was created, and exists until the last reference to its ``UploadedFile`` is
/// gone. So none remains, however a request or the process ends.
package struct UploadFolder: Hashable, Sendable {
  private let path: String
  /// The number of bytes that remain free on the disk.
  private let spared: UInt64
  private static let prefix = ".upload-"

  /// Creates the description of a folder, which must exist.
  /// - Parameters:
  ///   - path: its path.
  ///   - spared: the free space on its disk that files must leave, in bytes.
  package init(_ path: String, sparing spared: UInt64 = 64 << 20) {
    self.path = path
    self.spared = spared
  }

  /// The system's folder for temporary files.
  package static var temporary: UploadFolder { UploadFolder(FileManager.default.temporaryDirectory.path) }

  /// Creates an empty file.
  func file() throws(UploadProblem) -> UploadedFile {
    try requireSpace()
    let name = "\(path)/\(Self.prefix)\(UUID().uuidString)"
    let descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw UploadProblem(errno) }
    unlink(name)
    return UploadedFile(descriptor, in: self)
  }

  /// Deletes what a process left that ended between creating a file and deleting it.
  package func sweep() {
    let names: [String]
    // A folder that can't be read has nothing to sweep; the next upload tells the error.
    do { names = try FileManager.default.contentsOfDirectory(atPath: path) } catch { return }
    for name in names where name.hasPrefix(Self.prefix) { unlink("\(path)/\(name)") }
  }

  /// - Throws: ``UploadProblem/diskFull`` if less space is free than files must leave.
  func requireSpace() throws(UploadProblem) {
    var disk = statvfs()
    guard statvfs(path, &disk) == 0 else { throw UploadProblem(errno) }
    guard UInt64(disk.f_bavail) * UInt64(disk.f_frsize) >= spared else { throw .diskFull }
  }
}

extension UploadProblem {
  /// The problem for an error number of the system.
  init(_ code: Int32) { self = [ENOSPC, EDQUOT].contains(code) ? .diskFull : .failed(code) }
}
