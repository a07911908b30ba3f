import Foundation
import Tasks

/// A newly created file, readable by its owner only.
struct NewFile {
  private let path: String
  private let descriptor: Int32

  /// - Throws: ``CommandProblem`` if the file exists or cannot be created.
  init(at path: String) throws(CommandProblem) {
    self.path = path
    // O_EXCL: never overwrites an existing file, nor follows a symbolic link.
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw errno == EEXIST
        ? CommandProblem("\(path) already exists. Nothing was deleted.") : Self.problem(path, errno)
    }
  }

  /// Appends bytes.
  func append(_ bytes: [UInt8]) throws(CommandProblem) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.problem(path, errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// Syncs the file and its folder entry to disk and closes it. Removes it if syncing its content fails.
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

  /// Closes and removes the file.
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
    CommandProblem("\(path) could not be written: \(String(cString: strerror(error))). Nothing was deleted.")
  }
}
