import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

/// The file of an open store is moved, replaced or overwritten, and restored.
struct DatabaseFilesTests {
  fileprivate struct Scene {
    let path: String
    let store: TaskStore
    let list: ListID

    init(in folder: String) async throws {
      path = folder + "/x.sqlite"
      var settings = TaskStore.Settings()
      settings.healthAge = .zero
      settings.stampPause = .zero
      store = try TaskStore.open(at: path, settings: settings)
      list = try await store.createList(ListName(validating: "A"), submission: .fresh(), for: store.localAccount)
        .list
    }

    func add(_ title: String) async throws {
      try await store.addTasks([draft(title)], to: list, submission: .fresh(), for: store.localAccount)
    }

    var titles: [String] {
      get async throws { try await store.openTasks(in: list, for: store.localAccount).map(\.title) }
    }
  }

  @Test(arguments: ["", "-wal", "-shm"])
  func `a file that was moved away rejects writes until it is back`(ending: String) async throws {
    try await withFolder { folder in
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
  }

  @Test func `a file that was deleted rejects writes, and its log is left behind for recovery`() async throws {
    try await withFolder { folder in
      let scene = try await Scene(in: folder)
      try FileManager.default.removeItem(atPath: scene.path)
      await #expect(throws: StoreError.unavailable(.fileMoved, .writing)) { try await scene.add("lost") }
      #expect(try scene.store.close() == .fileMoved)
    }
  }

  @Test func `a file that was replaced is neither written nor read`() async throws {
    try await withFolder { folder in
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
  }

  /// What a file is overwritten with.
  enum Content: CaseIterable {
    case otherDatabase, olderCopy, backup, text, nothing
  }

  @Test(arguments: Content.allCases, [false, true])
  func `a file that was overwritten is neither written nor read, and left unchanged`(
    content: Content, isFolded: Bool
  ) async throws {
    try await withFolder { folder in
      let scene = try await Scene(in: folder)
      try await scene.add("before")
      let other = folder + "/other.sqlite"
      switch content {
      case .otherDatabase:
        let store = try TaskStore.open(at: other)
        _ = try await store.createList(ListName(validating: "Other"), submission: .fresh(), for: store.localAccount)
        try store.close()
      case .olderCopy:
        try await scene.fold()
        try command("cp", scene.path, other)
      case .backup:
        try python("import sqlite3; sqlite3.connect('\(scene.path)').backup(sqlite3.connect('\(other)'))")
      case .text: try Data(repeating: 0x41, count: 20_000).write(to: URL(filePath: other))
      case .nothing: try Data().write(to: URL(filePath: other))
      }
      try await scene.add("since")
      if isFolded { try await scene.fold() }
      if content == .backup {
        // The file is now newer than the copy.
        try await scene.add("later")
        try await scene.fold()
      }
      #expect(await scene.store.lookAtFiles() == .inPlace)
      // The same file with other content. From another process: closing it in this one would release SQLite's locks.
      try command("cp", other, scene.path)
      if content == .olderCopy, !isFolded {
        #expect(await scene.store.lookAtFiles() == .inPlace, "it is what the file had, and the log goes on from there")
        #expect(try await scene.titles.count == 2)
        return _ = try scene.store.close()
      }
      #expect(await scene.store.lookAtFiles() == .overwritten)
      await #expect(throws: StoreError.unavailable(.fileMoved, .writing)) { try await scene.add("lost") }
      await #expect(throws: StoreError.unavailable(.fileMoved, .reading)) { try await scene.titles }
      #expect(await scene.store.health() == [.fileOverwritten])
      #expect(try scene.store.close() == .fileOverwritten)
      let (theirs, left) = (URL(filePath: other), URL(filePath: scene.path))
      #expect(try Data(contentsOf: left) == Data(contentsOf: theirs), "the log was not folded into it")
      #expect(!FileManager.default.fileExists(atPath: scene.path + "-wal"))
      guard content == .otherDatabase else { return }
      let store = try TaskStore.open(at: scene.path)
      #expect(try await store.lists(for: store.localAccount).map(\.name) == ["Other"])
      #expect(try await store.quickCheck() == [])
      try store.close()
    }
  }

  @Test func `a file that was overwritten and restored works again`() async throws {
    try await withFolder { folder in
      let scene = try await Scene(in: folder)
      try await scene.add("before")
      try await scene.fold()
      try command("cp", scene.path, folder + "/aside")
      try Data(repeating: 0x41, count: 20_000).write(to: URL(filePath: folder + "/other"))
      try command("cp", folder + "/other", scene.path)
      #expect(await scene.store.lookAtFiles() == .overwritten)
      try command("cp", folder + "/aside", scene.path)
      #expect(await scene.store.lookAtFiles() == .inPlace)
      try await scene.add("after")
      #expect(try await scene.titles.count == 2)
      #expect(try await scene.store.quickCheck() == [])
      try scene.store.close()
    }
  }

  @Test func `writes of other processes through SQLite are not taken for overwriting`() async throws {
    try await withFolder { folder in
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
        _ = try await second.createList(ListName(validating: "B"), submission: .fresh(), for: second.localAccount)
        try await scene.add("taking turns")
        try await scene.fold()
        #expect(await second.lookAtFiles() == .inPlace)
        #expect(await scene.store.lookAtFiles() == .inPlace)
      }
      try second.close()
      #expect(try scene.store.close() == nil)
    }
  }
}

extension DatabaseFilesTests.Scene {
  fileprivate func fold() async throws {
    try await store.database.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
  }
}

private func python(_ script: String) throws {
  try command("python3", "-c", script)
}

/// Runs a command, which must succeed. Files of open databases are copied this way: closing one in this process would release
/// SQLite's locks. Without `Process`, which reads beyond its buffer, and sometimes crashes, where more than 1,300 files are open.
func command(_ words: String...) throws {
  let arguments = words.map { strdup($0) } + [nil]
  defer { for argument in arguments { free(argument) } }
  var child: pid_t = 0
  try #require(posix_spawnp(&child, words[0], nil, nil, arguments, nil) == 0)
  var status: Int32 = 0
  while waitpid(child, &status, 0) == -1, errno == EINTR {}
  #expect(status == 0)
}
