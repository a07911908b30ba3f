import Foundation
import TaskStore

/// The output of an export: the standard output, or a new file, readable by its owner only, that gets its name when it is complete.
struct ExportOutput {
  private let path: String
  private let descriptor: Int32
  private let isFile: Bool
  /// What a failure means, as a sentence.
  private let consequence: String

  private var unfinished: String { path + ".part" }

  /// - Parameters:
  ///   - path: the file; `-` for the standard output.
  ///   - consequence: what a failure means, as a sentence.
  /// - Throws: ``CommandProblem`` if the file exists or cannot be created.
  init(
    to path: String, _ console: Console, otherwise consequence: String = "Nothing was exported."
  ) throws(CommandProblem) {
    (self.path, self.consequence, isFile) = (path, consequence, path != "-")
    guard isFile else {
      descriptor = console.output
      return
    }
    // O_EXCL: never overwrites an existing file, nor follows a symbolic link.
    descriptor = open(path + ".part", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw errno == EEXIST ? CommandProblem("\(unfinished) already exists. \(consequence)") : problem
    }
    do throws(CommandProblem) { try requireNew() } catch {
      close(descriptor)
      unlink(unfinished)
      throw error
    }
  }

  /// Writes everything, and finishes the file. A file that can't be completed is removed.
  /// - Parameters:
  ///   - progress: receives the number of tasks so far.
  ///   - export: begins the export.
  @discardableResult func write(
    progress: (Int) -> Void = { _ in }, _ export: () async throws -> ExportPieces
  ) async throws -> ExportPieces {
    defer { if isFile { close(descriptor) } }
    do {
      var pieces = try await export()
      while let piece = try await pieces.next() {
        try append(piece)
        progress(pieces.tasks)
      }
      if isFile { try finish() }
      return pieces
    } catch {
      if isFile { unlink(unfinished) }
      throw error
    }
  }

  private func append(_ bytes: [UInt8]) throws(CommandProblem) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw problem }
      rest = rest.dropFirst(count)
    }
  }

  /// Gives the complete file its name, durably.
  private func finish() throws(CommandProblem) {
    guard fsync(descriptor) == 0 else { throw problem }
    try requireNew()
    guard rename(unfinished, path) == 0 else { throw problem }
    let folder = open(URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false), O_RDONLY | O_CLOEXEC)
    defer { close(folder) }
    guard folder >= 0, fsync(folder) == 0 else { throw problem }
  }

  private func requireNew() throws(CommandProblem) {
    var status = stat()
    if lstat(path, &status) == 0 { throw CommandProblem("\(path) already exists. \(consequence)") }
  }

  /// The last error of the system.
  private var problem: CommandProblem {
    let reason = String(cString: strerror(errno))
    return isFile
      ? CommandProblem("\(path) could not be written: \(reason). \(consequence)")
      : CommandProblem("The output was cut off: \(reason).")
  }
}
