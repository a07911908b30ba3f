import Foundation
import Testing

@testable import TaskApp
@testable import TaskStore

/// A temporary folder.
struct TemporaryFolder: Sendable {
  let path: String

  /// Makes a folder, and removes it after `body`.
  static func with<Value>(_ body: (TemporaryFolder) async throws -> Value) async throws -> Value {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let result: Result<Value, any Error>
    do { result = .success(try await body(TemporaryFolder(path: url.path))) } catch { result = .failure(error) }
    try FileManager.default.removeItem(at: url)
    return try result.get()
  }

  func write(_ text: String, to name: String) throws {
    let file = URL(filePath: "\(path)/\(name)")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  /// The app over a database in the folder. A write waits for its turn however busy the machine is, and its health is never
  /// cached.
  /// - Parameters:
  ///   - slowRead: The time from which on a short read counts as slow.
  ///   - freeBytes: The free space on the disk.
  func world(
    _ settings: TaskApp.Settings = .test, slowRead: Duration = .milliseconds(10), freeBytes: UInt64 = 1 << 40
  ) async throws -> World {
    let time = HeldTime()
    var opening = TaskStore.Settings.patient
    opening.slowRead = slowRead
    opening.healthAge = .zero
    opening.freeBytes = { _ in freeBytes }
    return try await World(
      over: TaskStore.open(at: "\(path)/lists.sqlite", settings: opening, now: { time.now }), settings, at: time)
  }

  /// The same world with its store closed and opened again, so that a write gives up after a tenth of a second.
  func impatient(_ world: World) throws -> World {
    try world.store.close()
    var opening = TaskStore.Settings()
    opening.busyTimeout = 0.1
    let time = world.time
    return try world.over(TaskStore.open(at: "\(path)/lists.sqlite", settings: opening, now: { time.now }))
  }
}
