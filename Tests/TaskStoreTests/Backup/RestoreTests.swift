import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

final class RestoreTests: FolderTests {
  private static let morning = Date(timeIntervalSince1970: 1_772_357_400)
  private static let aside = ".replaced-20260301T093000Z"

  /// A closed database with a list of the given name.
  private static func makeDatabase(at path: String, list: String) async throws {
    let store = try TaskStore.open(at: path)
    _ = try await store[store.localAccount].createList(ListName(validating: list), submission: .fresh())
    try store.close()
  }

  private static func lists(at path: String) async throws -> [String] {
    let store = try TaskStore.open(at: path)
    let lists = try await store[store.localAccount].lists().map(\.name)
    #expect(try await store.quickCheck() == [])
    try store.close()
    return lists
  }

  private static func restore(_ file: String, to path: String) async throws -> RestoredDatabase {
    try await TaskStore.restore(file, to: path, at: morning)
  }

  private static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test func `a backup replaces the database, which is kept under another name`() async throws {
    let (path, file) = (folder + "/x.sqlite", folder + "/b.sqlite")
    try await Self.makeDatabase(at: path, list: "Old")
    _ = try await TaskStore.backUp(path, to: file)
    let store = try TaskStore.open(at: path)
    _ = try await store[store.localAccount].createList("Since", submission: .fresh())
    try store.close()
    let restored = try await Self.restore(file, to: path)
    #expect(restored.replaced == path + Self.aside)
    #expect(try Self.names(in: folder) == ["b.sqlite", "x.sqlite", "x.sqlite" + Self.aside])
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    #expect(try await Self.lists(at: path) == ["Old"])
    #expect(try await Set(Self.lists(at: path + Self.aside)) == ["Old", "Since"])
  }

  @Test func `what was only in the log of the replaced database is kept with it`() async throws {
    let (path, file) = (folder + "/x.sqlite", folder + "/b.sqlite")
    try await Self.makeDatabase(at: file, list: "Backup")
    // The files of a server that was killed.
    let store = try TaskStore.open(at: folder + "/live.sqlite")
    _ = try await store[store.localAccount].createList("In the log", submission: .fresh())
    for ending in ["", "-wal"] { try command("cp", folder + "/live.sqlite" + ending, path + ending) }
    try store.close()
    _ = try await Self.restore(file, to: path)
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
    #expect(try await Self.lists(at: path) == ["Backup"])
    #expect(try await Self.lists(at: path + Self.aside) == ["In the log"])
  }

  @Test func `a database that is open is not replaced`() async throws {
    let (path, file) = (folder + "/x.sqlite", folder + "/b.sqlite")
    try await Self.makeDatabase(at: path, list: "Old")
    _ = try await TaskStore.backUp(path, to: file)
    let store = try TaskStore.open(at: path)
    await #expect(throws: BackupProblem.inUse(path)) { try await Self.restore(file, to: path) }
    #expect(await store.lookAtFiles() == .inPlace)
    _ = try await store[store.localAccount].createList("New", submission: .fresh())
    try store.close()
    #expect(try Self.names(in: folder) == ["b.sqlite", "x.sqlite"])
    _ = try await Self.restore(file, to: path)
  }

  @Test func `no server opens the database while it is being replaced`() async throws {
    let (path, file) = (folder + "/x.sqlite", folder + "/b.sqlite")
    try await Self.makeDatabase(at: path, list: "Old")
    _ = try await TaskStore.backUp(path, to: file)
    let open: @Sendable (BackupStage) -> Void = { _ in
      #expect(throws: ServerLock.Problem.held(address: nil)) { try ServerLock.take(on: path, at: nil) }
    }
    _ = try await TaskStore.restore(file, to: path, at: Self.morning, progress: open)
    #expect(try await Self.lists(at: path) == ["Old"])
  }

  /// What a file may be instead of a backup.
  enum Wrong: CaseIterable {
    case damaged, truncated, foreign, newer, empty, text, contradictory, folder
  }

  @Test(arguments: Wrong.allCases)
  func `a file that is no sound backup is refused, and the database stays as it is`(wrong: Wrong) async throws {
    let (path, file) = (folder + "/x.sqlite", folder + "/b.sqlite")
    let server = try TaskStore.open(at: folder + "/live.sqlite")
    _ = try await server[server.localAccount].createList("Mine", submission: .fresh())
    // With a log, as a killed server leaves it.
    for ending in ["", "-wal"] { try command("cp", folder + "/live.sqlite" + ending, path + ending) }
    try server.close()
    try FileManager.default.removeItem(atPath: folder + "/live.sqlite")
    try await make(wrong, at: file)
    let before = try ["", "-wal"].map { try Data(contentsOf: URL(filePath: path + $0)) }
    let problem = await #expect(throws: BackupProblem.self) { try await Self.restore(file, to: path) }
    #expect(problem.map { isExpected($0, wrong, file) } == true, "\(String(describing: problem))")
    #expect(try ["", "-wal"].map { try Data(contentsOf: URL(filePath: path + $0)) } == before)
    #expect(try Set(Self.names(in: folder)).subtracting(["x.sqlite-shm"]) == ["b.sqlite", "x.sqlite", "x.sqlite-wal"])
    #expect(try await Self.lists(at: path) == ["Mine"])
  }

  private func make(_ wrong: Wrong, at file: String) async throws {
    switch wrong {
    case .damaged: try await Damaged.make(at: file)
    case .truncated:
      try await Self.makeDatabase(at: file, list: "B")
      #expect(truncate(file, 8_192 * 4) == 0)
    case .foreign: try await edit(file, "CREATE TABLE t (x)")
    case .newer:
      try await Self.makeDatabase(at: file, list: "B")
      try await edit(file, "INSERT INTO grdb_migrations VALUES ('from the future')")
    case .empty: try Data().write(to: URL(filePath: file))
    case .text: try Data(repeating: 0x41, count: 10_000).write(to: URL(filePath: file))
    case .contradictory:
      try await Self.makeDatabase(at: file, list: "B")
      try await edit(
        file,
        "PRAGMA foreign_keys = OFF; INSERT INTO memberships (account, list, role, position) VALUES (1, 77, 'owner', 9)")
    case .folder: try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
    }
  }

  private func edit(_ file: String, _ sql: String) async throws {
    let queue = try DatabaseQueue(path: file)
    try await queue.writeWithoutTransaction { db in try db.execute(sql: sql) }
    try queue.close()
  }

  private func isExpected(_ problem: BackupProblem, _ wrong: Wrong, _ file: String) -> Bool {
    switch (wrong, problem) {
    case (.damaged, .damaged(file, _)), (.truncated, .damaged(file, _)), (.foreign, .source(.foreign(file))),
      (.newer, .source(.newer(file, _, _))), (.empty, .source(.unreadable(file, _))),
      (.text, .source(.unreadable(file, _))), (.contradictory, .contradictory(file, _)), (.folder, .notAFile(file)):
      true
    default: false
    }
  }

  @Test(arguments: [
    ("trigger spy", "CREATE TRIGGER spy AFTER INSERT ON tasks BEGIN DELETE FROM sessions; END"),
    ("view spy", "CREATE VIEW spy AS SELECT * FROM tasks"), ("table spy", "CREATE TABLE spy (x)"),
    ("index spy", "CREATE UNIQUE INDEX spy ON tasks (title)"),
    ("view sp?y", "CREATE VIEW \"sp\ny\" AS SELECT 1"),
    ("trigger tasks_words", "DROP TRIGGER tasks_words"),
    (
      "table lists",
      "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (open BETWEEN 0 AND 1 << 53)', '') WHERE name = 'lists'"
    ),
  ])
  func `a schema that is not ours is not restored, and found by a check`(difference: String, sql: String) async throws {
    let (path, file) = (folder + "/x.sqlite", folder + "/b.sqlite")
    for database in [path, file] { try await Self.makeDatabase(at: database, list: "Mine") }
    try await edit(file, sql)
    await #expect(throws: BackupProblem.otherSchema(file, difference: difference)) {
      try await Self.restore(file, to: path)
    }
    #expect(try !Self.names(in: folder).contains("x.sqlite" + Self.aside))
    #expect(try await TaskStore.check(file).findings == [.contradiction("the schema has another \(difference)")])
    #expect(try await TaskStore.check(path).findings == [])
  }

  @Test func `tables of statistics and of Litestream are no other schema`() async throws {
    let (path, file) = (folder + "/x.sqlite", folder + "/b.sqlite")
    try await Self.makeDatabase(at: file, list: "Mine")
    try await edit(
      file,
      "ANALYZE; CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER); CREATE TABLE _litestream_lock (id INTEGER)"
    )
    #expect(try await TaskStore.check(file).findings == [])
    _ = try await Self.restore(file, to: path)
    #expect(try await Self.lists(at: path) == ["Mine"])
  }

  @Test func `a damaged database is replaced, and kept with its log`() async throws {
    let (path, file) = (folder + "/x.sqlite", folder + "/b.sqlite")
    try await Self.makeDatabase(at: file, list: "Backup")
    let text = Data(repeating: 0x41, count: 10_000)
    try text.write(to: URL(filePath: path))
    try Data("log".utf8).write(to: URL(filePath: path + "-wal"))
    #expect(try await Self.restore(file, to: path).replaced == path + Self.aside)
    #expect(try await Self.lists(at: path) == ["Backup"])
    #expect(try Data(contentsOf: URL(filePath: path + Self.aside)) == text)
    #expect(try Data(contentsOf: URL(filePath: path + Self.aside + "-wal")) == Data("log".utf8))
  }

  @Test(arguments: [false, true])
  func `a database that is gone is restored, and its log is moved away`(isEmpty: Bool) async throws {
    let (path, file) = (folder + "/data/x.sqlite", folder + "/b.sqlite")
    try await Self.makeDatabase(at: file, list: "Backup")
    try FileManager.default.createDirectory(atPath: folder + "/data", withIntermediateDirectories: false)
    if isEmpty { try Data().write(to: URL(filePath: path)) }
    try Data("log".utf8).write(to: URL(filePath: path + "-wal"))
    _ = try await Self.restore(file, to: path)
    #expect(try await Self.lists(at: path) == ["Backup"])
    #expect(try Data(contentsOf: URL(filePath: path + Self.aside + "-wal")) == Data("log".utf8))
  }

  @Test func `a database is restored into a folder that does not exist yet`() async throws {
    try await Self.makeDatabase(at: folder + "/b.sqlite", list: "Backup")
    #expect(try await Self.restore(folder + "/b.sqlite", to: folder + "/new/x.sqlite").replaced == nil)
    #expect(try await Self.lists(at: folder + "/new/x.sqlite") == ["Backup"])
  }

  @Test func `the database of another program is not replaced`() async throws {
    let (path, file) = (folder + "/x.sqlite", folder + "/b.sqlite")
    try await Self.makeDatabase(at: file, list: "Backup")
    try await edit(path, "CREATE TABLE t (x)")
    await #expect(throws: BackupProblem.source(.foreign(path))) { try await Self.restore(file, to: path) }
    await #expect(throws: BackupProblem.sameFile(path)) { try await Self.restore(path, to: path) }
    await #expect(throws: BackupProblem.noBackup(folder + "/none")) {
      try await Self.restore(folder + "/none", to: path)
    }
  }

  @Test func `the server begins a new epoch with a restored database`() async throws {
    let (path, file) = (folder + "/x.sqlite", folder + "/b.sqlite")
    var serving = TaskStore.Settings()
    serving.beginsEpoch = true
    let before = try TaskStore.open(at: path, settings: serving)
    let first = try await before.read { db in try Meta.epoch(db) }
    _ = try await TaskStore.backUp(path, to: file)
    try before.close()
    _ = try await Self.restore(file, to: path)
    let after = try TaskStore.open(at: path, settings: serving)
    #expect(try await after.read { db in try Meta.epoch(db) } != first)
    try after.close()
  }
}
