import Foundation

/// A folder for files that clients send.
///
/// A file there has no name: it is deleted as soon as it was created, and exists until the last reference to its ``UploadedFile`` is
/// gone. So none remains, however a request or the process ends.
public struct UploadFolder: Hashable, Sendable {
  private let path: String
  /// The number of bytes that remain free on the disk.
  private let spared: UInt64
  private static let prefix = ".upload-"

  /// Creates the description of a folder, which must exist.
  /// - Parameters:
  ///   - path: its path.
  ///   - spared: the free space on its disk that files must leave, in bytes.
  public init(_ path: String, sparing spared: UInt64 = 64 << 20) {
    self.path = path
    self.spared = spared
  }

  /// The system's folder for temporary files.
  public static var temporary: UploadFolder { UploadFolder(FileManager.default.temporaryDirectory.path) }

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
  public func sweep() {
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
  init(_ code: Int32) {
    self = [ENOSPC, EDQUOT].contains(code) ? .diskFull : .failed(code)
  }
}
