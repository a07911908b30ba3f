import Foundation
import Logging
import Testing

@testable import TaskStore
@testable import fourfold

struct IndexingServiceTests {
  @Test(.timeLimit(.minutes(20))) func `a repeated failure is logged once`() async throws {
    let world = try CommandWorld()
    let log = try LogFile()
    var impatient = TaskStore.Settings()
    impatient.busyTimeout = 0.01
    let store = try TaskStore.open(at: world.database, settings: impatient)
    let other = try TaskStore.open(at: world.database)
    let (begun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let writing = Task {
      try await other.write { _, _ in
        begun.signal()
        mayEnd.wait()
      }
    }
    Self.wait(for: begun)
    let upkeep = Task {
      try await IndexingService(store: store, logger: log.logger(), pause: .milliseconds(1)).run()
    }
    try await eventually { try log.text().contains("words could not be indexed") }
    try await Task.sleep(for: .milliseconds(200))
    mayEnd.signal()
    try await writing.value
    upkeep.cancel()
    try await upkeep.value
    #expect(try log.objects().filter { $0["message"] as? String == "words could not be indexed" }.count == 1)
    try store.close()
    try other.close()
  }

  /// Blocks the thread; the compiler allows that only in a synchronous function.
  private static func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }
}
