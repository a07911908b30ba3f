import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

/// When the write-ahead log is copied to the file, and by which thread.
struct CheckpointerTests {
  private func withCheckpointer(_ body: (Checkpointer) throws -> Void) async throws {
    try await withFolder { folder in
      let pool = try DatabasePool(path: folder + "/x.sqlite", configuration: TaskStore.configuration(.init()))
      try await pool.write { db in
        try Schema.mark(db)
        try FileStamp.begin(db)
      }
      let stamp = try await pool.writeWithoutTransaction { db in try FileStamp(db, pause: .zero) { .unknown } }
      let files = DatabaseFiles(path: folder + "/x.sqlite", stamp: stamp)
      let checkpointer = try Checkpointer(files, TaskStore.configuration(.init()))
      try body(checkpointer)
      try checkpointer.close()
      try pool.close()
    }
  }

  @Test func `a log of four thousand pages is copied in the background`() async throws {
    try await withCheckpointer { checkpointer in
      #expect(checkpointer.decision(after: 1) == .nothing)
      #expect(checkpointer.decision(after: 3_999) == .nothing)
      #expect(checkpointer.decision(after: 4_000) == .copy)
    }
  }

  @Test func `there is one checkpoint at a time`() async throws {
    try await withCheckpointer { checkpointer in
      #expect(checkpointer.decision(after: 4_100) == .copy)
      #expect(checkpointer.decision(after: 6_000) == .nothing)
      checkpointer.ended(at: 4_100)
      #expect(checkpointer.decision(after: 6_000) == .copy)
    }
  }

  @Test func `a log that does not begin anew is copied again after a thousand pages`() async throws {
    try await withCheckpointer { checkpointer in
      #expect(checkpointer.decision(after: 4_000) == .copy)
      checkpointer.ended(at: 4_000)
      #expect(checkpointer.decision(after: 4_999) == .nothing)
      #expect(checkpointer.decision(after: 5_000) == .copy)
    }
  }

  @Test func `a log that began anew is copied after four thousand pages`() async throws {
    try await withCheckpointer { checkpointer in
      #expect(checkpointer.decision(after: 4_000) == .copy)
      checkpointer.ended(at: 4_000)
      #expect(checkpointer.decision(after: 20) == .nothing)
      #expect(checkpointer.decision(after: 3_999) == .nothing)
      #expect(checkpointer.decision(after: 4_000) == .copy)
    }
  }

  @Test func `a log that grows all the same is copied by the commit`() async throws {
    try await withCheckpointer { checkpointer in
      #expect(checkpointer.decision(after: 15_000) == .copy)
      #expect(checkpointer.decision(after: 16_000) == .copyNow)
    }
  }

  /// The bytes of a database, which are in the log until it is copied.
  private static let bytes = 20_000_000

  private func fill(_ store: TaskStore) async throws {
    try await store.write { db, _ in try db.execute(sql: "CREATE TABLE filling (bytes)") }
    for _ in 0..<20 {
      try await store.write { db, _ in
        try db.execute(sql: "INSERT INTO filling VALUES (randomblob(\(Self.bytes / 20)))")
      }
    }
  }

  @Test(.timeLimit(.minutes(10))) func `the log is copied while the store is open`() async throws {
    try await withFolder { folder in
      let path = folder + "/x.sqlite"
      let store = try TaskStore.open(at: path)
      try await fill(store)
      while FileSize.bytes(of: path) ?? 0 < 16_000_000 { try await Task.sleep(for: .milliseconds(1)) }
      #expect(try store.close() == nil)
    }
  }

  @Test func `a store that closes during a checkpoint leaves a complete file`() async throws {
    try await withFolder { folder in
      let path = folder + "/x.sqlite"
      let store = try TaskStore.open(at: path)
      try await fill(store)
      #expect(try store.close() == nil)
      #expect(FileSize.bytes(of: path + "-wal") ?? 0 == 0)
      let file = try DatabaseQueue(path: path)
      let sum = try await file.read { db in try Int.fetchOne(db, sql: "SELECT sum(length(bytes)) FROM filling") }
      #expect(sum == Self.bytes)
      try file.close()
    }
  }
}
