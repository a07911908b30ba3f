import Foundation

/// A temporary folder.
public struct TemporaryFolder: Sendable {
  /// Its path.
  public let path: String

  /// Makes a folder, and removes it after `body`.
  public static func with<Value>(_ body: (TemporaryFolder) async throws -> Value) async throws -> Value {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let result: Result<Value, any Error>
    do { result = .success(try await body(TemporaryFolder(path: url.path))) } catch { result = .failure(error) }
    try FileManager.default.removeItem(at: url)
    return try result.get()
  }

  /// Writes a file, and the folders on its way.
  public func write(_ text: String, to name: String) throws {
    let file = URL(filePath: "\(path)/\(name)")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}
