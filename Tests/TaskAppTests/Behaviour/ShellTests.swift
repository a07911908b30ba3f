import Foundation
import GRDB
import HTTPTypes
import StatePages
import StatePagesTesting
import Tasks
import TestSupport
import Testing

@testable import TaskApp
@testable import TaskStore

/// Pages whose first reads hang.
@Suite(.timeLimit(.minutes(10))) struct ShellTests {
  /// A world that sends a shell for every page that is not ready at once.
  private func with(_ body: (World, String) async throws -> Void) async throws {
    try await TemporaryFolder.with { folder in
      let patience = Pages.Patience(grace: .seconds(600), decision: .zero, deadline: .seconds(600))
      var world = try await folder.world(
        TaskApp.Settings(patience: patience, timeZone: "GMT", hasher: .quick),
        slowRead: .seconds(3_600))
      world.isPrompt = true
      let house = try await world.makeList()
      try await world.add("Order <tiles>", to: house)
      try await body(world, folder.path + "/lists.sqlite")
      try world.store.close()
    }
  }

  @Test func `while all readers hang, a page shows a shell, and its content once they continue`()
    async throws
  {
    try await with { world, _ in
      let readers = await HeldReaders(of: world.store)
      let page = Streamed(world, "/lists/1")
      await page.shows("data-placeholder-for=\"page\"")
      #expect(!page.text.contains("Order"))
      await readers.release()
      let (status, whole) = try await page.end()
      #expect(status == .ok)
      #expect(whole.title == "Lists – Fourfold", "it stays when the page is there, and is true then")
      #expect(whole.state("tasks") == "content" && whole.titles() == ["Order <tiles>"])
      #expect(whole.first { $0["href"] == "/settings" }?.text.contains("Ann") == true, "the bar with all of its links")
      #expect(whole.all { $0["id"] == "main" }.count == 1)
      #expect(whole.all("h1").map(\.text) == ["House"])
      #expect(try await world.get("/lists/1").page.title == "House – Fourfold", "all is as ever again")
    }
  }

  @Test(arguments: [
    ("/lists/999", "failed/not-found", "Lists"), ("/nowhere", "failed/unknown-address", "Loading…"),
    ("/lists", "signed-out/registered", "Lists"),
  ])
  func `a page that turns out to be missing, or another account's, is reported inside the shell`(
    address: String, state: String, title: String
  ) async throws {
    try await with { world, _ in
      let readers = await HeldReaders(of: world.store)
      // An unknown token is not cached, so it is looked up each time.
      let asking = state.hasPrefix("signed-out") ? world.showing("__Host-fourfold=\(SessionToken().text)") : world
      let page = Streamed(asking, address)
      await page.shows("data-placeholder-for=\"page\"")
      await readers.release()
      let (status, whole) = try await page.end()
      #expect(status == .ok)
      #expect(whole.state("page") == state)
      #expect(whole.title == "\(title) – Fourfold")
      #expect(whole.all("h1").count == 1, "the heading says what the page turned out to be")
      #expect(whole.first("form") != nil || state != "signed-out/registered")
    }
  }

  @Test func `a client that waits for the whole page gets it with its status`() async throws {
    try await with { world, _ in
      let readers = await HeldReaders(of: world.store)
      let answer = Task { try await world.get("/lists/999") }
      await othersGoFirst()
      await readers.release()
      let status = try await answer.value.status
      #expect(status == .notFound)
    }
  }

  @Test func `an exclusive lock of another process does not block the threads that report it`() async throws {
    try await with { world, path in
      let lock = try ReadLock(of: path)
      try lock.lock()
      // More pages than threads; SQLite itself would retry for ten seconds on each.
      let pages = (0..<4).map { _ in Streamed(world, "/lists/1") }
      for page in pages { await page.shows("data-placeholder-for=\"page\"") }
      lock.unlock()
      for page in pages {
        let (status, whole) = try await page.end()
        // On a slow machine those ten seconds may be over, and then the page reports that.
        #expect(status == .ok)
        #expect(whole.titles() == ["Order <tiles>"] || whole.state("page") == "failed/unavailable")
      }
      try world.store.close()
      lock.close()
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
    let short = ShortReads.count(store.database.configuration)
    count = short + store.settings.readers
    for number in 0..<count {
      Thread.detachNewThread {
        do {
          if number < short {
            _ = try store.shortReads?.read { _ in Self.hold(begun, mayEnd) }
          } else {
            try store.database.read { _ in Self.hold(begun, mayEnd) }
          }
        } catch {
          Issue.record(error)
        }
        ended.increment()
      }
      await begun.reaches(number + 1)
    }
  }

  private static func hold(_ begun: Tally, _ mayEnd: DispatchSemaphore) {
    begun.increment()
    mayEnd.wait()
  }

  func release() async {
    for _ in 0..<count { mayEnd.signal() }
    await ended.reaches(count)
  }
}

/// Blocks new readers of a database as another process can: with SQLite's own locks on its wal-index (bytes 123 to 127), owned by
/// this open file instead of the process.
private final class ReadLock: Sendable {
  private static let setLock: Int32 = 37  // F_OFD_SETLK
  private let file: Int32

  init(of path: String) throws {
    file = open(path + "-shm", O_RDWR | O_CLOEXEC)
    try #require(file >= 0)
  }

  func lock() throws { #expect(set(Int16(F_WRLCK)) == 0) }
  func unlock() { #expect(set(Int16(F_UNLCK)) == 0) }

  /// Only after the database is closed, because closing a file releases all locks that the process has on it.
  func close() { Foundation.close(file) }

  private func set(_ type: Int16) -> Int32 {
    var range = flock()
    (range.l_type, range.l_whence, range.l_start, range.l_len) = (type, Int16(SEEK_SET), 123, 5)
    return fcntl(file, Self.setLock, &range)
  }
}
