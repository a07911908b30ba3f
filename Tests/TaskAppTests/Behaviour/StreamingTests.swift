import Foundation
import GRDB
import HTTPTypes
import StatePages
import StatePagesTesting
import TestSupport
import Testing

@testable import TaskApp
@testable import TaskStore

struct StreamingTests {
  @Test func `a slow region of a real page is streamed after its placeholder, and forms are sent first`() async throws {
    let clock = ManualClock()
    // The real clock runs while the tasks are read, which takes an unknown time, so no deadline may be near.
    var settings = TaskApp.Settings.rehearsing
    settings.patience.deadline = .seconds(1_000_000_000)
    let world = try await World(settings, clock: clock)
    let list = try await world.makeList()
    try await world.add("a", to: list)
    let streamed = Streamed(world, "/lists/\(list)?rehearse=tasks:loading:300000")
    let done = Flag()
    let passing = Task {
      while !done.isSet {
        clock.advance(by: .milliseconds(150))
        await Task.yield()
      }
    }
    let (status, page) = try await streamed.end()
    done.set()
    await passing.value
    #expect(status == .ok)
    let placeholder = try #require(page.first { $0["data-placeholder-for"] == "tasks" })
    #expect(placeholder["aria-busy"] == "true" && placeholder.first { $0["role"] == "status" } != nil)
    #expect(page.titles() == ["a"])
    #expect(page.all { $0["data-region"] == "tasks" }.count == 1)
    let order = page.everything
    let form = try #require(order.firstIndex { $0["id"] == "new-task" })
    #expect(form < (try #require(order.firstIndex { $0["data-region"] == "tasks" })))
  }

  @Test func `a client that does not navigate gets the same page whole`() async throws {
    let world = try await World(.rehearsing, clock: ContinuousClock())
    let list = try await world.makeList()
    try await world.add("a", to: list)
    let page = try await world.page("/lists/\(list)?rehearse=tasks:loading:200")
    #expect(page.first("template") == nil && page.titles() == ["a"])
  }
}

/// The few database connections are taken only while reading.
@Suite(.timeLimit(.minutes(20))) struct DatabaseReadersTests {
  @Test func `while streamed pages wait, all connections are available to other requests`() async throws {
    try await TemporaryFolder.with { folder in
      let world = try await folder.world(.streaming)
      let (list, _) = try await world.follow(World.choir)
      world.elsewhere.hold(World.choir)
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

      world.elsewhere.answer(World.choir, .came(.choir))
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

    init(of size: Int) { self.size = size }

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

/// Requests while every read of the database hangs.
@Suite(.timeLimit(.minutes(10))) struct HangingDiskTests {
  @Test(arguments: [false, true])
  func `a page whose reads hang is 503 after a second, with a retry, and as ever once they go on`(
    isSignedInBefore: Bool
  ) async throws {
    try await TemporaryFolder.with { folder in
      let clock = ManualClock()
      let world = try await folder.world(readClock: clock)
      let house = try await world.makeList()
      try await world.add("Order <tiles>", to: house)
      // The second time the session is known, and the page reads first.
      if isSignedInBefore { _ = try await world.get("/trash") }
      let readers = await HeldReaders(of: world.store)
      for address in ["/lists/2", "/today", "/upcoming", "/lists", "/tasks/1"] {
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
      let shown = try await world.get("/lists/2")
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
