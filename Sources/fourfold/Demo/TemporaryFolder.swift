import Foundation

/// A temporary folder that is accessible to its owner only.
struct TemporaryFolder {
  let path: String

  /// Creates the folder.
  /// - Throws: ``CommandProblem`` if it cannot be created.
  init(in parent: URL = FileManager.default.temporaryDirectory) throws(CommandProblem) {
    let pattern = parent.appending(path: "fourfold-demo-XXXXXX").path(percentEncoded: false)
    var bytes = Array(pattern.utf8CString)
    // mkdtemp creates the folder with mode 0700.
    guard mkdtemp(&bytes) != nil else {
      throw CommandProblem("No folder can be made in \(parent.path): \(String(cString: strerror(errno))).")
    }
    path = String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The path of a file in the folder.
  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Removes the folder with its contents.
  func remove() throws {
    try FileManager.default.removeItem(atPath: path)
  }
}
