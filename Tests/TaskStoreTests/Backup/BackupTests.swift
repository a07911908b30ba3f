import Foundation
import GRDB
import Synchronization
import Tasks
import Testing

@testable import TaskStore

final class BackupTests: FolderTests {
  /// A folder with a database of some megabytes, which a server has open.
  private static func withServer(
    tasks: Int = 2_000, _ body: (_ store: TaskStore, _ list: ListID, _ folder: String) async throws -> Void
  ) async throws {
    try await withFolder { folder in
      let store = try TaskStore.open(at: folder + "/x.sqlite")
      let account = store.localAccount
      let list = try await store[account].createList("A", submission: .fresh()).list
      let notes = String(repeating: "lorem ipsum ", count: 80)
      for start in stride(from: 0, to: tasks, by: 200) {
        let drafts = try (start..<start + 200).map { try draft("task \($0)", notes: notes) }
        try await store[account].addTasks(drafts, to: list, submission: .fresh())
      }
      try await body(store, list, folder)
      try store.close()
    }
  }

  private static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix("x.sqlite") }.sorted()
  }

  @Test func `a backup of an open database is one file with the newest changes, for its owner only`() async throws {
    try await Self.withServer(tasks: 200) { store, list, folder in
      let made = try await TaskStore.backUp(folder + "/x.sqlite", to: folder + "/b.sqlite")
      #expect(try Self.names(in: folder) == ["b.sqlite"])
      #expect(made.bytes == FileSize.bytes(of: made.path))
      #expect(try FileManager.default.attributesOfItem(atPath: made.path)[.posixPermissions] as? Int == 0o600)
      let header = try Data(contentsOf: URL(filePath: made.path)).prefix(20)
      #expect(header.suffix(2) == Data([1, 1]), "opening it makes no write-ahead log")
      let copy = try TaskStore.open(at: made.path)
      #expect(try await copy[copy.localAccount].openTasks(in: list, limit: 500).count == 200)
      #expect(try await copy.quickCheck() == [])
      try copy.close()
    }
  }

  @Test func `a backup is the snapshot of its beginning, and holds up no writer of another connection`() async throws {
    try await Self.withServer { store, list, folder in
      var configuration = Configuration()
      configuration.busyMode = .immediateError
      configuration.prepareDatabase { db in db.add(tokenizer: SearchTokenizer.self) }
      let other = try DatabaseQueue(path: folder + "/x.sqlite", configuration: configuration)
      let steps = Mutex(0)
      let failures = Mutex(0)
      let pages = try await other.read { db in try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0 }
      _ = try await TaskStore.backUp(folder + "/x.sqlite", to: folder + "/b.sqlite") { stage in
        guard case .copying = stage else { return }
        steps.withLock { $0 += 1 }
        do {
          // The first page, and pages that were copied already or are not yet.
          try other.write { db in
            try db.execute(sql: "UPDATE tasks SET title = 'later ' || id; UPDATE lists SET name = 'later'")
          }
        } catch {
          failures.withLock { $0 += 1 }
        }
      }
      #expect(steps.withLock { $0 } == (pages + 127) / 128, "it did not start anew")
      #expect(failures.withLock { $0 } == 0)
      try other.close()
      let copy = try DatabaseQueue(path: folder + "/b.sqlite")
      let (late, tasks, counted) = try await copy.read { db in
        (
          try Int.fetchOne(db, sql: "SELECT count(*) FROM tasks WHERE title LIKE 'later%'"),
          try Int.fetchOne(db, sql: "SELECT count(*) FROM tasks"), try Int.fetchOne(db, sql: "SELECT open FROM lists")
        )
      }
      #expect((late, tasks, counted) == (0, 2_000, 2_000))
      try copy.close()
    }
  }

  @Test func `backups made while two accounts write are consistent`() async throws {
    try await Self.withServer(tasks: 600) { store, list, folder in
      let account = store.localAccount
      try await withThrowingTaskGroup { group in
        group.addTask {
          while !Task.isCancelled {
            let pair = try [draft("a"), draft("b", due: "2026-03-01")]
            try await store[account].addTasks(pair, to: list, submission: .fresh())
            // Gives way to the other tests.
            try await Task.sleep(for: .milliseconds(5))
          }
        }
        for round in 0..<4 {
          let made = try await store.backUp(to: folder + "/b\(round).sqlite")
          #expect(try await TaskStore.check(made.path).findings == [])
          let copy = try DatabaseQueue(path: made.path)
          let tasks = try await copy.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM tasks") ?? 1 }
          #expect(tasks.isMultiple(of: 2), "no half of a transaction")
          try copy.close()
        }
        group.cancelAll()
        do { try await group.waitForAll() } catch is CancellationError {} catch StoreError.cancelled {}
      }
    }
  }

  @Test func `a backup that is cancelled leaves no file`() async throws {
    try await Self.withServer { _, _, folder in
      let isCancelled = Mutex(false)
      let waitForCancellation: @Sendable (BackupStage) -> Void = { _ in
        while !isCancelled.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.001) }
      }
      let copying = Task {
        try await TaskStore.backUp(folder + "/x.sqlite", to: folder + "/b.sqlite", progress: waitForCancellation)
      }
      try await until(isThere: folder + "/b.sqlite.unfinished")
      copying.cancel()
      isCancelled.withLock { $0 = true }
      let result = await copying.result
      #expect(throws: BackupProblem.cancelled) { try result.get() }
      #expect(try Self.names(in: folder) == [])
    }
  }

  @Test func `what a killed backup has left is replaced by the next one`() async throws {
    try await Self.withServer(tasks: 200) { _, _, folder in
      for ending in ["", "-wal", "-journal"] {
        try Data("half".utf8).write(to: URL(filePath: folder + "/b.sqlite.unfinished" + ending))
      }
      _ = try await TaskStore.backUp(folder + "/x.sqlite", to: folder + "/b.sqlite")
      #expect(try Self.names(in: folder) == ["b.sqlite"])
      #expect(try await TaskStore.check(folder + "/b.sqlite").findings == [])
    }
  }

  @Test func `the room that is missing is told in a sentence for any number`() {
    #expect(BackupProblem.noRoom("/p", bytes: 5).description == "There is no room on the disk for /p: it needs 1 MB.")
  }

  @Test func `a file that another process is writing is left to it`() async throws {
    try await Self.withServer(tasks: 200) { _, _, folder in
      let theirs = try UnfinishedFile(for: folder + "/b.sqlite")
      await #expect(throws: BackupProblem.beingWritten(folder + "/b.sqlite")) {
        try await TaskStore.backUp(folder + "/x.sqlite", to: folder + "/b.sqlite")
      }
      #expect(try Self.names(in: folder) == ["b.sqlite.unfinished"])
      theirs.abandon()
    }
  }

  @Test func `an existing file is replaced only if that is wanted`() async throws {
    try await Self.withServer(tasks: 200) { _, _, folder in
      let (path, file) = (folder + "/x.sqlite", folder + "/b.sqlite")
      try Data("mine".utf8).write(to: URL(filePath: file))
      await #expect(throws: BackupProblem.exists(file)) { try await TaskStore.backUp(path, to: file) }
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
      _ = try await TaskStore.backUp(path, to: file, replacing: true)
      #expect(try await TaskStore.check(file).findings == [])
    }
  }

  @Test func `files that appear meanwhile are not replaced`() async throws {
    try await Self.withServer(tasks: 200) { _, _, folder in
      let file = folder + "/b.sqlite"
      let makeFile: @Sendable (BackupStage) -> Void = { stage in
        if stage == .checking { _ = FileManager.default.createFile(atPath: file, contents: Data("mine".utf8)) }
      }
      await #expect(throws: BackupProblem.exists(file)) {
        try await TaskStore.backUp(folder + "/x.sqlite", to: file, progress: makeFile)
      }
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(text == "mine")
      #expect(try Self.names(in: folder) == ["b.sqlite"])
    }
  }

  @Test func `no file of the database is ever replaced, under any of its names`() async throws {
    try await Self.withServer(tasks: 200) { _, _, folder in
      let path = folder + "/x.sqlite"
      try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: path)
      #expect(link(path, folder + "/second") == 0)
      for name in ["x.sqlite", "x.sqlite-wal", "x.sqlite-shm", "x.sqlite-journal", "./x.sqlite", "link", "second"] {
        let file = folder + "/" + name
        await #expect(throws: BackupProblem.sameFile(file)) {
          try await TaskStore.backUp(path, to: file, replacing: true)
        }
      }
    }
  }

  @Test func `a file beside another database's log, in no folder, or that is none, is refused`() async throws {
    try await Self.withServer(tasks: 200) { _, _, folder in
      let path = folder + "/x.sqlite"
      let file = folder + "/b.sqlite"
      try Data("log".utf8).write(to: URL(filePath: file + "-wal"))
      await #expect(throws: BackupProblem.logBeside(file, log: file + "-wal")) {
        try await TaskStore.backUp(path, to: file, replacing: true)
      }
      let lost = folder + "/no/b.sqlite"
      await #expect(throws: BackupProblem.noFolder(lost)) { try await TaskStore.backUp(path, to: lost) }
      for name in [folder, "/dev/null"] {
        await #expect(throws: BackupProblem.notAFile(name)) {
          try await TaskStore.backUp(path, to: name, replacing: true)
        }
      }
      await #expect(throws: BackupProblem.noDatabase(folder + "/y")) {
        try await TaskStore.backUp(folder + "/y", to: folder + "/c.sqlite")
      }
    }
  }

  @Test func `without room on the disk nothing is written`() async throws {
    var settings = TaskStore.Settings()
    settings.freeBytes = { _ in 4_096 }
    let store = try TaskStore.open(at: folder + "/x.sqlite", settings: settings)
    await #expect { try await store.backUp(to: folder + "/b.sqlite") } throws: { error in
      guard case .noRoom(folder + "/b.sqlite", let bytes) = error as? BackupProblem else { return false }
      return bytes > 4_096
    }
    #expect(try Self.names(in: folder) == [])
    try store.close()
  }

  @Test func `a damaged database is not copied`() async throws {
    let path = folder + "/x.sqlite"
    try await Damaged.make(at: path)
    await #expect { try await TaskStore.backUp(path, to: folder + "/b.sqlite") } throws: { error in
      if case .damaged(path, _) = error as? BackupProblem { true } else { false }
    }
    #expect(try Self.names(in: folder) == [])
  }

  @Test func `the database of another program is not copied`() async throws {
    let path = folder + "/x.sqlite"
    let queue = try DatabaseQueue(path: path)
    try await queue.write { db in try db.execute(sql: "CREATE TABLE t (x)") }
    try queue.close()
    await #expect(throws: BackupProblem.source(.foreign(path))) {
      try await TaskStore.backUp(path, to: folder + "/b.sqlite")
    }
    #expect(try Self.names(in: folder) == [])
  }

  @Test func `every problem is described in one line that names the file`() {
    let problems: [BackupProblem] = [
      .noDatabase("/p"), .noBackup("/p"), .sameFile("/p"), .exists("/p"), .notAFile("/p"), .noFolder("/p"),
      .logBeside("/p", log: "/p-wal"), .beingWritten("/p"), .noRoom("/p", bytes: 5), .unwritable("/p", .diskFull),
      .source(.foreign("/p")), .damaged("/p", finding: "f"), .contradictory("/p", finding: "f"), .inUse("/p"),
      .failed("/p", reason: "r"),
    ]
    for problem in problems {
      #expect(problem.description.contains("/p"))
      #expect(!problem.description.contains("\n"))
    }
    #expect(Set(problems.map(\.description)).count == problems.count)
  }
}

/// Waits until a file exists.
func until(isThere path: String) async throws {
  for _ in 0..<60_000 {
    if FileManager.default.fileExists(atPath: path) { return }
    try await Task.sleep(for: .milliseconds(1))
  }
  Issue.record("\(path) never appeared")
}

/// A database with a page of tasks that was overwritten.
enum Damaged {
  static func make(at path: String) async throws {
    let store = try TaskStore.open(at: path)
    let account = store.localAccount
    let list = try await store[account].createList("A", submission: .fresh()).list
    let drafts = try (0..<500).map { try draft("task number \($0)") }
    try await store[account].addTasks(drafts, to: list, submission: .fresh())
    try store.close()
    let url = URL(fileURLWithPath: path)
    var bytes = try Data(contentsOf: url)
    let page = try #require(bytes.firstRange(of: Data("task number 250".utf8))).lowerBound / 4096 * 4096
    bytes.replaceSubrange(page..<(page + 4096), with: Data(repeating: 0xFF, count: 4096))
    try bytes.write(to: url)
  }
}
