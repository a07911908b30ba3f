import Foundation
import GRDB
import Synchronization
import Tasks
import Testing

@testable import TaskStore

struct ShortReadsTests {
  @Test(.timeLimit(.minutes(20)))
  func `the queries of every page run while all connections of the pool are busy`() async throws {
    try await withFolder { folder in
      var settings = TaskStore.Settings()
      settings.readers = 1
      settings.slowRead = .seconds(3_600)
      let store = try TaskStore.open(at: folder + "/x.sqlite", settings: settings)
      let (reads, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let list = try await store.createList(
        ListName(validating: "House"), submission: .fresh(), for: store.localAccount
      ).list
      Thread.detachNewThread {
        try? store.database.read { _ in
          reads.signal()
          mayEnd.wait()
        }
        reads.signal()
      }
      Self.wait(for: reads)
      #expect(try await store.listsPage(of: 100, for: store.localAccount).lists.map(\.name) == ["House"])
      #expect(try await store.listHeader(list, for: store.localAccount, now: .first).list.name == "House")
      #expect(try await store.openPage(1, of: 100, in: list, for: store.localAccount).rows.isEmpty)
      #expect(try await store.completedPage(1, of: 100, in: list, for: store.localAccount).rows.isEmpty)
      mayEnd.signal()
      Self.wait(for: reads)
      try store.close()
    }
  }

  @Test func `a read that another process blocks returns at once without a result`() throws {
    try withFolder { folder in
      var leavesOpen = Configuration()
      leavesOpen.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: folder + "/x.sqlite", configuration: leavesOpen)
      try other.write { db in try db.execute(sql: "CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (7)") }
      let short = try ShortReads(ofFile: folder + "/x.sqlite", Configuration(), slow: .seconds(3_600))
      let number = { try short.read { db in try db.row("SELECT n FROM t", []) { $0[0] as Int } } }
      #expect(try number() == 7)
      try other.writeWithoutTransaction { db in try db.beginTransaction(.exclusive) }
      #expect(try number() == nil)
      try other.writeWithoutTransaction { db in try db.rollback() }
      #expect(try number() == 7)
      #expect(throws: SystemFailure.self) { try short.read { db in try db.execute(sql: "DELETE FROM t") } }
      try short.close()
    }
  }

  @Test func `a read does not wait while all connections are busy`() throws {
    try withFolder { folder in
      let other = try DatabaseQueue(path: folder + "/x.sqlite")
      let short = try ShortReads(ofFile: folder + "/x.sqlite", Configuration(), slow: .seconds(3_600))
      func deepest(_ depth: Int) throws -> Int {
        try short.read { _ in try deepest(depth + 1) } ?? depth
      }
      for _ in 0..<2 { #expect(try deepest(0) == ShortReads.count(Configuration())) }
      struct Wrong: Error {}
      #expect(throws: Wrong.self) { try short.read { _ in throw Wrong() } }
      #expect(try deepest(0) == ShortReads.count(Configuration()))
      try short.close()
      try other.close()
    }
  }

  @Test func `while the disk is slow no thread is blocked`() throws {
    try withFolder { folder in
      let other = try DatabaseQueue(path: folder + "/x.sqlite")
      let now = Mutex(ContinuousClock.now)
      let short = try ShortReads(ofFile: folder + "/x.sqlite", Configuration(), slow: .milliseconds(10)) {
        now.withLock { $0 }
      }
      func read(taking time: Duration) throws -> Bool {
        try short.read { _ in now.withLock { $0 += time } } != nil
      }
      for _ in 0..<3 { #expect(try read(taking: .milliseconds(9))) }
      #expect(try read(taking: .milliseconds(10)))
      #expect(try !read(taking: .zero))
      now.withLock { $0 += ShortReads.rest - .milliseconds(1) }
      #expect(try !read(taking: .zero))
      now.withLock { $0 += .milliseconds(1) }
      #expect(try read(taking: .zero))
      #expect(try read(taking: .zero))
      // While it stays slow, it is retried less and less often.
      for rest in [1, 2, 4, 8, 16, 32, 64, 64] {
        #expect(try read(taking: .milliseconds(10)))
        now.withLock { $0 += .seconds(rest) - .milliseconds(1) }
        #expect(try !read(taking: .zero), "\(rest)")
        now.withLock { $0 += .milliseconds(1) }
      }
      #expect(try read(taking: .zero))
      #expect(try read(taking: .milliseconds(10)))
      now.withLock { $0 += ShortReads.rest }
      #expect(try read(taking: .zero))
      try short.close()
      try other.close()
    }
  }

  /// Blocks the thread; the compiler allows that only in a synchronous function.
  private static func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }
}
