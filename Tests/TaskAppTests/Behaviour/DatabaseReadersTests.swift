import Foundation
import GRDB
import HTTPTypes
import StatePagesTesting
import TestSupport
import Testing

@testable import TaskApp
@testable import TaskStore

/// The few database connections are taken only while reading.
@Suite(.timeLimit(.minutes(20))) struct DatabaseReadersTests {
  private static let url = "https://choir.example/tasks.ics"

  @Test func `while streamed pages wait, all connections are available to other requests`() async throws {
    try await TemporaryFolder.with { folder in
      let world = try await folder.world(.streaming)
      let (list, _) = try await world.follow(Self.url)
      world.elsewhere.hold(Self.url)
      let pages = (0..<12).map { _ in Streamed(world, "/lists/\(list)") }
      for page in pages { await page.shows("data-placeholder-for=\"tasks\"") }
      await world.elsewhere.begun.reaches(1)

      let readers = world.store.settings.readers
      #expect(readers == 5)
      let met = Meeting(of: readers)
      let (read, done) = (Tally(), Tally())
      for _ in 0..<readers {
        // The reads wait for each other, and must not block the threads that other tests run on.
        Thread.detachNewThread {
          if case .success(true) = Result(catching: { try world.store.database.read { _ in met.wait() } }) {
            read.increment()
          }
          done.increment()
        }
      }
      await done.reaches(readers)
      #expect(read.count == readers)

      world.elsewhere.answer(Self.url, .came(.choir))
      for page in pages {
        let (status, shown) = try await page.end()
        #expect(status == .ok && shown.row("Bring the folders") != nil)
      }
      try world.store.close()
    }
  }

  /// A barrier for a number of threads.
  private final class Meeting: Sendable {
    private let condition = NSCondition()
    private let size: Int
    nonisolated(unsafe) private var present = 0

    init(of size: Int) {
      self.size = size
    }

    /// Waits for the others; returns whether all arrived within ten minutes.
    func wait() -> Bool {
      condition.lock()
      defer { condition.unlock() }
      present += 1
      condition.broadcast()
      let end = Date.now + 600
      while present < size { if !condition.wait(until: end) { return false } }
      return true
    }
  }
}
