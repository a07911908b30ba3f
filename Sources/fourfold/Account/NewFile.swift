import Foundation
import Tasks

/// A file that was not there before, and that only its owner can read.
struct NewFile {
  private let path: String
  private let descriptor: Int32

  /// - Throws: if there is one already, or none can be made.
  init(at path: String) throws(CommandProblem) {
    self.path = path
    // O_EXCL: what is there is never written over, not even through a link.
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw errno == EEXIST
        ? CommandProblem("\(path) is there already. Nothing was removed.") : Self.problem(path, errno)
    }
  }

  /// Writes on.
  func append(_ bytes: [UInt8]) throws(CommandProblem) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.problem(path, errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// Closes the file with all of it on the disk, its name too; removes it if that does not work.
  func finish() throws(CommandProblem) {
    do throws(CommandProblem) {
      defer { close(descriptor) }
      guard fsync(descriptor) == 0 else { throw Self.problem(path, errno) }
    } catch {
      unlink(path)
      throw error
    }
    try syncFolder()
  }

  /// Removes the file.
  func abandon() {
    close(descriptor)
    unlink(path)
  }

  private func syncFolder() throws(CommandProblem) {
    let folder = open(URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false), O_RDONLY | O_CLOEXEC)
    defer { close(folder) }
    guard folder >= 0, fsync(folder) == 0 else { throw Self.problem(path, errno) }
  }

  private static func problem(_ path: String, _ error: Int32) -> CommandProblem {
    CommandProblem("\(path) could not be written: \(String(cString: strerror(error))). Nothing was removed.")
  }
}
