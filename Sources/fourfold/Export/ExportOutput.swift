import Foundation

/// The output of an export: the standard output, or a new file that gets its name when it is complete.
struct ExportOutput {
  private static let consequence = "Nothing was exported."

  private let path: String
  private let console: Console
  /// The unfinished file; nil for the standard output.
  private let file: NewFile?

  private var unfinished: String { Self.unfinished(path) }

  private static func unfinished(_ path: String) -> String { path + ".part" }

  /// - Parameter path: the file; `-` for the standard output.
  /// - Throws: ``CommandProblem`` if the file exists or cannot be created.
  init(to path: String, _ console: Console) throws(CommandProblem) {
    (self.path, self.console) = (path, console)
    guard path != "-" else {
      file = nil
      return
    }
    try Self.requireNew(path)
    file = try NewFile(at: Self.unfinished(path), otherwise: Self.consequence)
  }

  /// Appends bytes.
  func append(_ bytes: [UInt8]) throws(CommandProblem) {
    if let file { return try file.append(bytes) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(console.output, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw CommandProblem("The output was cut off: \(String(cString: strerror(errno))).")
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Gives the complete file its name.
  func finish() throws(CommandProblem) {
    guard let file else { return }
    try file.finish()
    do throws(CommandProblem) {
      try Self.requireNew(path)
      guard rename(unfinished, path) == 0 else {
        throw CommandProblem("\(path) could not be written: \(String(cString: strerror(errno))). \(Self.consequence)")
      }
    } catch {
      unlink(unfinished)
      throw error
    }
  }

  /// Removes an incomplete file.
  func abandon() { file?.abandon() }

  private static func requireNew(_ path: String) throws(CommandProblem) {
    if access(path, F_OK) == 0 { throw CommandProblem("\(path) already exists. \(consequence)") }
  }
}
