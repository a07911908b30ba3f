import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

/// What a killed first start leaves behind, and what a start never creates.
final class FirstStartTests: FolderTests {
  /// How far the first start got before it was killed.
  enum Stage: CaseIterable {
    case emptyFile, header, mark, emptyMigrations, emptyMigrationsUnmarked
  }

  @Test(arguments: Stage.allCases)
  func `a first start that was killed is completed by the next one`(stage: Stage) async throws {
    let path = folder + "/x.sqlite"
    try Data().write(to: URL(fileURLWithPath: path))
    if stage != .emptyFile {
      let pool = try DatabasePool(path: path)
      try await pool.writeWithoutTransaction { db in
        if stage != .header, stage != .emptyMigrationsUnmarked { try Schema.mark(db) }
        if stage == .emptyMigrations || stage == .emptyMigrationsUnmarked {
          try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        }
      }
      // Like a killed process: the log stays and is not checkpointed.
      try FileManager.default.createDirectory(atPath: folder + "/killed", withIntermediateDirectories: false)
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasPrefix("x.sqlite") {
        try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: "\(folder)/killed/\(name)")
      }
      try pool.close()
    }
    let killed = stage == .emptyFile ? path : folder + "/killed/x.sqlite"
    let store = try TaskStore.open(at: killed)
    #expect(try await store.quickCheck() == [])
    _ = try await store[store.localAccount].createList("A", submission: .fresh())
    try store.close()
  }

  @Test func `another program's database is refused though its migrations begin the same`() throws {
    let path = folder + "/x.sqlite"
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(
        sql: """
          CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
          INSERT INTO grdb_migrations VALUES ('theirs')
          """)
    }
    try queue.close()
    #expect(throws: OpenProblem.foreign(path)) { try TaskStore.open(at: path) }
  }

  @Test(arguments: [false, true])
  func `a log without its database is left unchanged, and no new database is made`(isEmpty: Bool) async throws {
    let path = folder + "/x.sqlite"
    let store = try TaskStore.open(at: path)
    _ = try await store[store.localAccount].createList("A", submission: .fresh())
    try FileManager.default.copyItem(atPath: path + "-wal", toPath: folder + "/log")
    try store.close()
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: folder + "/log", toPath: path + "-wal")
    if isEmpty { try Data().write(to: URL(fileURLWithPath: path)) }
    let before = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
    #expect(!before.isEmpty)
    #expect(throws: OpenProblem.goneBesideLog(path)) { try TaskStore.open(at: path) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-wal")) == before)
    #expect(FileManager.default.fileExists(atPath: path) == isEmpty)
  }
}
