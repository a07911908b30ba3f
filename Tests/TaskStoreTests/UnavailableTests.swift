import Foundation
import GRDB
import Scheduling
import Synchronization
import Tasks
import Testing

@testable import TaskStore

final class UnavailableTests: FolderTests {
  @Test func `a lock of another process makes writes unavailable and leaves reads alone`() async throws {
    var settings = TaskStore.Settings()
    settings.busyTimeout = 0.1
    settings.healthAge = .zero
    let store = try TaskStore.open(at: folder + "/x.sqlite", settings: settings)
    let account = store.localAccount
    let list = try await store[account].createList("A", submission: .fresh()).list
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: folder + "/x.sqlite", configuration: configuration)
    try await other.writeWithoutTransaction { db in try db.execute(sql: "BEGIN IMMEDIATE") }

    await withTaskGroup { group in
      for _ in 0..<3 {
        group.addTask {
          await #expect(throws: StoreError.unavailable(.busy, .writing)) {
            try await store[account].addTasks([draft("x")], to: list, submission: .fresh())
          }
        }
      }
    }
    #expect(try await store[account].openTasks(in: list).isEmpty)
    #expect(await store.health() == [.unwritable(.busy)])
    try await other.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
    try await store[account].addTasks([draft("x")], to: list, submission: .fresh())
    #expect(try await store[account].openTasks(in: list).count == 1)
    try other.close()
    try store.close()
  }

  @Test func `a write behind the process's own long ones does not count as waiting for a lock`() async throws {
    var settings = TaskStore.Settings()
    settings.busyTimeout = 0.01
    let store = try TaskStore.open(at: folder + "/x.sqlite", settings: settings)
    let account = store.localAccount
    let list = try await store[account].createList("A", submission: .fresh()).list
    try await withThrowingTaskGroup { group in
      group.addTask {
        try await store.database.writeWithoutTransaction { _ in
          while store.writeQueue.load.running == 0 { usleep(1_000) }
          // Longer than a write waits for another process.
          usleep(50_000)
        }
      }
      group.addTask { try await store[account].addTasks([draft("x")], to: list, submission: .fresh()) }
      try await group.waitForAll()
    }
    #expect(try await store[account].openTasks(in: list).count == 1)
    try store.close()
  }

  @Test func `a full disk leaves nothing half-written`() async throws {
    let store = try TaskStore.open(at: folder + "/x.sqlite")
    let account = store.localAccount
    let list = try await store[account].createList("A", submission: .fresh()).list
    try await store[account].addTasks([draft("first")], to: list, submission: .fresh())
    try await store.database.writeWithoutTransaction { db in
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      try db.execute(sql: "PRAGMA max_page_count = \(pages + 4)")
    }
    let before = try await store.snapshot()
    let revision = try await store[account].revision()
    let large = try (0..<200).map { try draft("task \($0)", notes: String(repeating: "n", count: 2_000)) }
    await #expect(throws: StoreError.unavailable(.diskFull, .writing)) {
      try await store[account].addTasks(large, to: list, submission: .fresh())
    }
    #expect(try await store.snapshot().rows == before.rows)
    #expect(try await store[account].revision() == revision)
    #expect(try await store.quickCheck() == [])
    try await store[account].addTasks([draft("small")], to: list, submission: .fresh())
    try store.close()
  }

  @Test func `a cancelled request is neither done nor failed`() async throws {
    let world = try World()
    let list = try await world.list()
    let before = try await world.store.snapshot()
    let (store, account) = (world.store, world.account)
    let cancelled = _Concurrency.Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await #expect(throws: StoreError.cancelled) { try await store[account].lists() }
      await #expect(throws: StoreError.cancelled) { try await store.quickCheck() }
      await #expect(throws: StoreError.cancelled) {
        try await store[account].addTasks([draft("x")], to: list, submission: .fresh())
      }
    }
    await cancelled.value
    #expect(try await world.store.snapshot().rows == before.rows)
  }

  @Test func `a closed store reports that it is closed`() async throws {
    let store = try TaskStore.open(at: folder + "/x.sqlite")
    try store.close()
    let account = store.localAccount
    await #expect(throws: StoreError.unavailable(.closed, .reading)) { try await store[account].lists() }
    await #expect(throws: StoreError.unavailable(.closed, .writing)) {
      try await store[account].createList("A", submission: .fresh())
    }
    #expect(await store.health() == [.unreadable(.closed)])
    await #expect(throws: StoreError.unavailable(.closed, .reading)) { try await store.quickCheck() }
  }

  @Test func `too many concurrent readers are refused`() async throws {
    var settings = TaskStore.Settings()
    settings.waitingReads = 0
    let store = try TaskStore.inMemory(settings: settings)
    await #expect(throws: StoreError.unavailable(.tooManyReaders, .reading)) {
      try await store[store.localAccount].lists()
    }
    #expect(store.waitingReads.load(ordering: .relaxed) == 0)
  }

  @Test(arguments: [
    (ResultCode.SQLITE_BUSY, Unavailable.busy), (.SQLITE_BUSY_SNAPSHOT, .busy), (.SQLITE_LOCKED, .busy),
    (.SQLITE_FULL, .diskFull), (.SQLITE_READONLY, .readOnly), (.SQLITE_READONLY_DBMOVED, .fileMoved),
    (.SQLITE_READONLY_DIRECTORY, .accessDenied), (.SQLITE_CANTOPEN, .accessDenied), (.SQLITE_PERM, .accessDenied),
    (.SQLITE_IOERR_FSYNC, .diskError), (.SQLITE_IOERR_SHORT_READ, .damaged), (.SQLITE_IOERR_CORRUPTFS, .damaged),
    (.SQLITE_CORRUPT_INDEX, .damaged), (.SQLITE_NOTADB, .damaged), (.SQLITE_MISUSE, .closed),
  ])
  func `every SQLite code that a disk or another process can cause has its own reason`(
    code: ResultCode, cause: Unavailable
  ) {
    for use in [DatabaseUse.reading, .writing] {
      #expect(StoreError(DatabaseError(resultCode: code), use) == .unavailable(cause, use))
    }
    #expect(StoreError(DatabaseError(resultCode: .SQLITE_INTERRUPT), .reading) == .cancelled)
  }

  @Test(arguments: [
    (ENOSPC, Unavailable.diskFull), (EDQUOT, .quotaReached), (EFBIG, .quotaReached), (EROFS, .readOnly),
    (EACCES, .accessDenied), (EPERM, .accessDenied), (EMFILE, .busy), (ENFILE, .busy), (EIO, .diskError),
  ])
  func `the error of a failed system call decides, and is no damage`(systemError: Int32, cause: Unavailable) {
    for code in [ResultCode.SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_READ] {
      let failure = SystemFailure(error: DatabaseError(resultCode: code), systemError: systemError)
      #expect(StoreError(failure, .writing) == .unavailable(cause, .writing), "\(code)")
    }
    // The system error is then left over from an earlier call.
    let full = SystemFailure(error: DatabaseError(resultCode: .SQLITE_FULL), systemError: systemError)
    #expect(StoreError(full, .writing) == .unavailable(.diskFull, .writing))
  }

  @Test func `an internal error names the statement and no typed text`() async throws {
    let world = try World()
    let error = await #expect(throws: StoreError.self) {
      try await world.store.execute("INSERT INTO accounts (name, created) VALUES (?, 'secret')", ["private"])
    }
    guard case .internal(let text) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(text.contains("INSERT INTO accounts"))
    #expect(!text.contains("private"))
  }
}
