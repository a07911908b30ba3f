import Foundation
import Tasks

/// A newly created file, readable by its owner only.
struct NewFile {
  private let path: String
  private let descriptor: Int32
  /// What a failure means, as a sentence.
  private let consequence: String

  /// - Parameter consequence: what a failure means, as a sentence.
  /// - Throws: ``CommandProblem`` if the file exists or cannot be created.
  init(at path: String, otherwise consequence: String = "Nothing was deleted.") throws(CommandProblem) {
    self.path = path
    self.consequence = consequence
    // O_EXCL: never overwrites an existing file, nor follows a symbolic link.
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw errno == EEXIST
        ? CommandProblem("\(path) already exists. \(consequence)") : Self.problem(path, errno, consequence)
    }
  }

  /// Appends bytes.
  func append(_ bytes: [UInt8]) throws(CommandProblem) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.problem(path, errno, consequence) }
      rest = rest.dropFirst(count)
    }
  }

  /// Syncs the file and its folder entry to disk and closes it. Removes it if syncing its content fails.
  func finish() throws(CommandProblem) {
    do throws(CommandProblem) {
      defer { close(descriptor) }
      guard fsync(descriptor) == 0 else { throw Self.problem(path, errno, consequence) }
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
    guard folder >= 0, fsync(folder) == 0 else { throw Self.problem(path, errno, consequence) }
  }

  private static func problem(_ path: String, _ error: Int32, _ consequence: String) -> CommandProblem {
    CommandProblem("\(path) could not be written: \(String(cString: strerror(error))). \(consequence)")
  }
}
