import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

final class OpeningTests: FolderTests {
  @Test func `a database is made with its folder and opens again after a restart`() async throws {
    let path = folder + "/a/b/fourfold.sqlite"
    let first = try TaskStore.open(at: path)
    let epoch = try await first.read { db in try Meta.epoch(db) }
    let account = first.localAccount
    let list = try await first[account].createList("House", submission: .fresh()).list
    let sent = SubmissionID(high: 3, low: 7)
    let added = try await first[account].addTasks([draft("Milk")], to: list, submission: sent)
    try first.close()

    let second = try TaskStore.open(at: path)
    #expect(try await second.read { db in try Meta.epoch(db) } == epoch)
    #expect(second.localAccount == account)
    #expect(try await second[account].openTasks(in: list).map(\.id) == added.tasks)
    let again = SubmissionID(high: 3, low: 7)
    await #expect(throws: StoreError.repeated(try #require(added.change)), "the stored id is read back") {
      try await second[account].addTasks([draft("Milk")], to: list, submission: again)
    }
    try await second[account].undo(try #require(added.change))
    #expect(try await second[account].openTasks(in: list).isEmpty)
    #expect(try await second.quickCheck() == [])
    try second.close()
    let other = try TaskStore.open(at: folder + "/other.sqlite")
    #expect(try await other.read { db in try Meta.epoch(db) } != epoch)
    try other.close()
  }

  @Test func `a new database is reported with its absolute path`() throws {
    let path = folder + "/typed wrongly/x.sqlite"
    var created: [String] = []
    try TaskStore.open(at: path, created: { created.append($0) }).close()
    try TaskStore.open(at: path, created: { created.append($0) }).close()
    #expect(created == [path])
    let relative = ".build/\(UUID().uuidString).sqlite"
    defer { try? FileManager.default.removeItem(atPath: relative) }
    created = []
    try TaskStore.open(at: relative, created: { created.append($0) }).close()
    #expect(created == [FileManager.default.currentDirectoryPath + "/" + relative])
  }

  @Test func `a closed database is one file that can be copied`() async throws {
    let path = folder + "/x.sqlite"
    let store = try TaskStore.open(at: path)
    let account = store.localAccount
    _ = try await store[account].createList("A", submission: .fresh())
    #expect(try await store[account].lists().count == 1)
    try store.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["x.sqlite"])
    let again = try TaskStore.open(at: path)
    #expect(try await again[account].lists().count == 1)
    try again.close()
  }

  @Test func `writes are on the disk when they return: synchronous is FULL on the writer`() async throws {
    let store = try TaskStore.open(at: folder + "/x.sqlite")
    let (synchronous, journal, foreignKeys) = try await store.database.writeWithoutTransaction { db in
      (
        try Int.fetchOne(db, sql: "PRAGMA synchronous"), try String.fetchOne(db, sql: "PRAGMA journal_mode"),
        try Int.fetchOne(db, sql: "PRAGMA foreign_keys")
      )
    }
    #expect(synchronous == 2)
    #expect(journal == "wal")
    #expect(foreignKeys == 1)
    try store.close()
  }

  @Test func `GRDB sets synchronous to NORMAL after preparing, so only a later setting holds`() throws {
    var configuration = Configuration()
    configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
    let pool = try DatabasePool(path: folder + "/x.sqlite", configuration: configuration)
    let synchronous = try pool.writeWithoutTransaction { db in try Int.fetchOne(db, sql: "PRAGMA synchronous") }
    #expect(synchronous == 1)
    try pool.close()
  }

  @Test func `a foreign database is refused and left unchanged`() throws {
    let path = folder + "/foreign.sqlite"
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in try db.execute(sql: "CREATE TABLE t (x); INSERT INTO t VALUES (1)") }
    try queue.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(throws: OpenProblem.foreign(path)) { try TaskStore.open(at: path) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["foreign.sqlite"])
  }

  @Test func `a database of a later version is refused and left unchanged`() throws {
    let path = folder + "/newer.sqlite"
    let store = try TaskStore.open(at: path)
    try store.database.write { db in try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('from the future')") }
    try store.close()
    let (known, newer) = (Schema.newest, "from the future")
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let problem = OpenProblem.newer(path, schema: newer, known: known)
    #expect(throws: problem) { try TaskStore.open(at: path) }
    #expect(problem.description.contains("schema \(newer)") && problem.description.contains("up to \(known)"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test func `a database with another schema is refused and left unchanged, but for an index that was added`() throws {
    let path = folder + "/earlier.sqlite"
    try TaskStore.open(at: path).close()
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in try db.execute(sql: "CREATE INDEX mine ON lists (created)") }
    try TaskStore.open(at: path).close()
    try queue.write { db in try db.execute(sql: "DROP TABLE saved_drafts") }
    try queue.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let problem = OpenProblem.otherSchema(path, difference: "index saved_drafts_account")
    #expect(throws: problem) { try TaskStore.open(at: path) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test func `a file that is not a database is refused with a one-line message`() throws {
    let path = folder + "/text.sqlite"
    try Data(String(repeating: "hello ", count: 1_000).utf8).write(to: URL(fileURLWithPath: path))
    #expect { try TaskStore.open(at: path) } throws: { error in
      guard case .unreadable(path, _) = error as? OpenProblem else { return false }
      return !"\(error)".contains("\n") && "\(error)".contains(path)
    }
  }

  @Test func `a damaged database is refused, or found by the check`() async throws {
    let path = folder + "/damaged.sqlite"
    let store = try TaskStore.open(at: path)
    let account = store.localAccount
    let list = try await store[account].createList("A", submission: .fresh()).list
    let drafts = try (0..<500).map { try draft("task number \($0)") }
    try await store[account].addTasks(drafts, to: list, submission: .fresh())
    try store.close()
    let url = URL(fileURLWithPath: path)
    let whole = try Data(contentsOf: url)

    // The page with the schema.
    var broken = whole
    broken.replaceSubrange(100..<4096, with: Data(repeating: 0xFF, count: 3996))
    try broken.write(to: url)
    #expect { try TaskStore.open(at: path) } throws: { error in
      if case .unreadable = error as? OpenProblem { true } else { false }
    }
    // A page with tasks: the database opens, and the check reports the damage.
    broken = whole
    let page = try #require(whole.firstRange(of: Data("task number 250".utf8))).lowerBound / 4096 * 4096
    broken.replaceSubrange(page..<(page + 4096), with: Data(repeating: 0xFF, count: 4096))
    try broken.write(to: url)
    let damaged = try TaskStore.open(at: path)
    #expect(try await damaged.quickCheck() != [])
    try damaged.close()
  }

  @Test func `a folder is not a database`() throws {
    #expect(throws: OpenProblem.isFolder(folder)) { try TaskStore.open(at: folder) }
    let file = folder + "/file"
    try Data().write(to: URL(fileURLWithPath: file))
    #expect { try TaskStore.open(at: file + "/x.sqlite") } throws: { error in
      if case .noFolder = error as? OpenProblem { true } else { false }
    }
  }

  @Test(.enabled(if: geteuid() != 0, "to root every folder can be written"))
  func `a read-only folder is refused with a one-line message`() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder)
    #expect(throws: OpenProblem.readOnly(folder + "/x.sqlite")) { try TaskStore.open(at: folder + "/x.sqlite") }
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
  }

  @Test func `every problem is described in one line that names the file`() {
    let problems: [OpenProblem] = [
      .isFolder("/p"), .noFolder("/p", reason: "r"), .unreadable("/p", reason: "r"), .foreign("/p"),
      .newer("/p", schema: "0.2", known: "0.1"), .otherSchema("/p", difference: "table t"), .replaced("/p"),
      .readOnly("/p"), .busy("/p"), .diskFull("/p"), .notSafe("/p", synchronous: 1),
    ]
    for problem in problems {
      #expect(problem.description.contains("/p"))
      #expect(!problem.description.contains("\n"))
    }
    #expect(Set(problems.map(\.description)).count == problems.count)
  }
}

/// Calls `body` with a folder that is removed afterwards.
func withFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)").path
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  return try await body(folder)
}

func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)").path
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  return try body(folder)
}

/// What a database file contains after its store is closed, whatever other process has it open.
final class ClosingTests: FolderTests {
  private func titles(inCopyOf path: String, _ folder: String) throws -> [String] {
    try FileManager.default.copyItem(atPath: path, toPath: folder + "/copy.sqlite")
    let copy = try DatabaseQueue(path: folder + "/copy.sqlite")
    let titles = try copy.read { db in try String.fetchAll(db, sql: "SELECT name FROM lists") }
    try copy.close()
    return titles
  }

  private func store(at path: String) async throws -> TaskStore {
    var settings = TaskStore.Settings()
    settings.busyTimeout = 0.1
    let store = try TaskStore.open(at: path, settings: settings)
    _ = try await store[store.localAccount].createList("A", submission: .fresh())
    return store
  }

  @Test func `the file alone is complete though another process has it open`() async throws {
    let path = folder + "/x.sqlite"
    let store = try await store(at: path)
    let other = try DatabaseQueue(path: path)
    #expect(try await other.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM lists") } == 1)
    #expect(try store.close() == nil)
    #expect(try titles(inCopyOf: path, folder) == ["A"])
    try other.close()
  }

  @Test func `a log that another process still reads is reported`() async throws {
    let path = folder + "/x.sqlite"
    let store = try await store(at: path)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try await other.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN")
      _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM lists")
    }
    #expect(try store.close() == .inUse)
    try await other.writeWithoutTransaction { db in try db.execute(sql: "COMMIT") }
    try other.close()
  }
}
