import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

/// The file of an open store is moved or replaced, and put back.
final class DatabaseFilesTests: FolderTests {
  fileprivate struct Scene {
    let path: String
    let store: TaskStore
    let list: ListID

    init(in folder: String) async throws {
      path = folder + "/x.sqlite"
      var settings = TaskStore.Settings()
      settings.healthAge = .zero
      store = try TaskStore.open(at: path, settings: settings)
      list = try await store[store.localAccount].createList("A", submission: .fresh())
        .list
    }

    func add(_ title: String) async throws {
      try await store[store.localAccount].addTasks([draft(title)], to: list, submission: .fresh())
    }

    var titles: [String] { get async throws { try await store[store.localAccount].openTasks(in: list).map(\.title) } }
  }

  @Test(arguments: ["", "-wal", "-shm"])
  func `a file that was moved away rejects writes until it is back`(ending: String) async throws {
    let scene = try await Scene(in: folder)
    try await scene.add("before")
    try FileManager.default.moveItem(atPath: scene.path + ending, toPath: folder + "/aside")
    await #expect(throws: StoreError.unavailable(.fileMoved, .writing)) { try await scene.add("lost") }
    #expect(try await scene.titles == ["before"], "what is there can still be read")
    #expect(await scene.store.health() == [.fileMissing])
    try FileManager.default.moveItem(atPath: folder + "/aside", toPath: scene.path + ending)
    #expect(await scene.store.health() == [])
    try await scene.add("after")
    #expect(Set(try await scene.titles) == ["before", "after"], "what was refused was not written")
    #expect(try await scene.store.quickCheck() == [])
    try scene.store.close()
  }

  @Test func `a file that was deleted rejects writes, and its log is left behind for recovery`() async throws {
    let scene = try await Scene(in: folder)
    try FileManager.default.removeItem(atPath: scene.path)
    await #expect(throws: StoreError.unavailable(.fileMoved, .writing)) { try await scene.add("lost") }
    #expect(try scene.store.close() == .fileMoved)
  }

  @Test func `a file that was replaced is neither written nor read`() async throws {
    let scene = try await Scene(in: folder)
    try await scene.add("before")
    let other = try TaskStore.open(at: folder + "/other.sqlite")
    try other.close()
    try FileManager.default.moveItem(atPath: scene.path, toPath: folder + "/aside")
    try FileManager.default.copyItem(atPath: folder + "/other.sqlite", toPath: scene.path)
    #expect(await scene.store.lookAtFiles() == .replaced)
    await #expect(throws: StoreError.unavailable(.fileMoved, .writing)) { try await scene.add("lost") }
    await #expect(throws: StoreError.unavailable(.fileMoved, .reading)) { try await scene.titles }
    #expect(await scene.store.health() == [.fileReplaced])
    try FileManager.default.removeItem(atPath: scene.path)
    try FileManager.default.moveItem(atPath: folder + "/aside", toPath: scene.path)
    #expect(await scene.store.health() == [])
    try await scene.add("after")
    #expect(try await scene.titles.count == 2)
    try scene.store.close()
  }

  @Test func `writes and restores of other processes through SQLite are read`() async throws {
    let scene = try await Scene(in: folder)
    try await scene.add("before")
    let (mine, backup) = ("sqlite3.connect('\(scene.path)')", "sqlite3.connect('\(folder)/backup.sqlite')")
    try python("import sqlite3; \(mine).backup(\(backup))")
    for round in 0..<3 {
      try await scene.add("round \(round)")
      try python(
        """
        import sqlite3
        c = \(mine)
        c.isolation_level = None
        c.execute('VACUUM')
        c.execute('PRAGMA wal_checkpoint(TRUNCATE)')
        """)
      #expect(await scene.store.lookAtFiles() == .inPlace)
      try await scene.add("after it \(round)")
      try python("import sqlite3; c = \(mine); \(backup).backup(c); c.execute('PRAGMA wal_checkpoint(TRUNCATE)')")
      #expect(await scene.store.lookAtFiles() == .inPlace)
      #expect(try await scene.titles == ["before"])
      #expect(await scene.store.health() == [])
    }
    let second = try TaskStore.open(at: scene.path, settings: scene.store.settings)
    for _ in 0..<3 {
      _ = try await second[second.localAccount].createList("B", submission: .fresh())
      try await scene.add("taking turns")
      try await scene.fold()
      #expect(await second.lookAtFiles() == .inPlace)
      #expect(await scene.store.lookAtFiles() == .inPlace)
    }
    try second.close()
    #expect(try scene.store.close() == nil)
  }
}

extension DatabaseFilesTests.Scene {
  fileprivate func fold() async throws {
    try await store.database.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
  }
}

private func python(_ script: String) throws { try command("python3", "-c", script) }

/// Runs a command, which must succeed. Files of open databases are copied this way: closing one in this process would release
/// SQLite's locks. Without `Process`, which is not made for as many open files as these tests have.
func command(_ words: String...) throws {
  let arguments = words.map { strdup($0) } + [nil]
  defer { for argument in arguments { free(argument) } }
  var child: pid_t = 0
  try #require(posix_spawnp(&child, words[0], nil, nil, arguments, nil) == 0)
  var status: Int32 = 0
  while waitpid(child, &status, 0) == -1, errno == EINTR {}
  #expect(status == 0)
}
