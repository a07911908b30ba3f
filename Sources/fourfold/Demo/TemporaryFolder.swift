import Foundation

/// A folder for the time that a command runs, which only its user can look into.
struct TemporaryFolder {
  let path: String

  /// Makes it among the temporary files.
  /// - Throws: ``CommandProblem`` if it cannot be made.
  init(in parent: URL = FileManager.default.temporaryDirectory) throws(CommandProblem) {
    let pattern = parent.appending(path: "fourfold-demo-XXXXXX").path(percentEncoded: false)
    var bytes = Array(pattern.utf8CString)
    // Made by mkdtemp, it is nobody else's to begin with.
    guard mkdtemp(&bytes) != nil else {
      throw CommandProblem("No folder can be made in \(parent.path): \(String(cString: strerror(errno))).")
    }
    path = String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// A file in it.
  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Removes it with all that is in it.
  func remove() throws {
    try FileManager.default.removeItem(atPath: path)
  }
}
