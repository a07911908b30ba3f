import Foundation
import GRDB
import HTTPTypes
import StatePages
import StatePagesTesting
import TestSupport
import Testing

@testable import TaskApp
@testable import TaskStore

/// Requests while every read of the database hangs.
@Suite(.timeLimit(.minutes(10))) struct HangingDiskTests {
  @Test func `a page whose reads hang is 503 after a second, with a retry button, and as ever once they continue`()
    async throws
  {
    try await TemporaryFolder.with { folder in
      let clock = ManualClock()
      let world = try await folder.world(readClock: clock)
      let house = try await world.makeList()
      try await world.add("Order <tiles>", to: house)
      let readers = await HeldReaders(of: world.store)
      for address in ["/lists/1", "/today", "/upcoming", "/lists", "/tasks/1"] {
        let answer = Task { try await world.get(address) }
        await clock.pass(.seconds(1))
        let refused = try await answer.value
        #expect(refused.status == .serviceUnavailable && refused.headers[.retryAfter] == "2", "\(address)")
        #expect(try refused.page.state("page") == "failed/unavailable", "\(address)")
        #expect(try refused.page.text.contains("Try again"), "\(address)")
      }
      let health = Task { try await world.get("/health").status }
      await clock.pass(.seconds(1))
      #expect(try await health.value == .serviceUnavailable)
      await readers.release()
      let shown = try await world.get("/lists/1")
      #expect(try shown.status == .ok && shown.page.titles() == ["Order <tiles>"])
      try world.store.close()
    }
  }
}

extension ManualClock {
  /// Lets a time pass for a read, which sleeps four times.
  fileprivate func pass(_ time: Duration) async {
    for _ in 0..<4 {
      await waitForSleepers(1)
      advance(by: time / 4)
    }
  }
}

/// Blocks all reader connections of a database, each during a read.
private final class HeldReaders: Sendable {
  private let mayEnd = DispatchSemaphore(value: 0)
  private let ended = Tally()
  private let count: Int

  init(of store: TaskStore) async {
    let (begun, ended, mayEnd) = (Tally(), ended, mayEnd)
    count = store.settings.readers
    for number in 0..<count {
      Thread.detachNewThread {
        do {
          try store.database.read { _ in
            begun.increment()
            mayEnd.wait()
          }
        } catch {
          Issue.record(error)
        }
        ended.increment()
      }
      await begun.reaches(number + 1)
    }
  }

  func release() async {
    for _ in 0..<count { mayEnd.signal() }
    await ended.reaches(count)
  }
}
