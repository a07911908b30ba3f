import Foundation
import GRDB
import Synchronization
import Tasks
import Testing

@testable import TaskStore

final class DataVersionTests: SceneTests {
  @Test(arguments: ChangeKind.allCases)
  func `every change increases the data version, and that of its account`(kind: ChangeKind) async throws {
    try await expectNews(in: scene.store, for: [scene.account]) { _ = try await scene.perform(kind) }
  }

  @Test(arguments: OtherWrite.allCases)
  func `every other write increases the data version, and that of an account that may see it`(
    write: OtherWrite
  ) async throws {
    let ana = try await scene.world.register("Ana")
    let digest = try await ana.signIn().digest
    // What no page shows concerns no reader.
    let isUnseen = [.noteRead, .planReminders, .beginDeliveries, .noteAnswer].contains(write)
    let accounts = isUnseen ? [] : [ana.account, scene.account]
    try await expectNews(in: scene.store, for: accounts) { try await write.perform(scene, ana, digest) }
  }

  /// The writing methods by their names in the sources, so that a new one has to be added here.
  @Test func `every writing method is tested here`() throws {
    let changes: Set = [
      "createList", "saveFilter", "changeFilter", "renameList", "moveList", "deleteList", "restoreList", "addTasks",
      "editTask", "complete", "skip", "reopen",
      "moveTask", "deleteTask", "restoreTask", "clearCompleted", "undo", "follow", "setAddress", "copyTasks",
      "keepList", "purge", "choose", "setDue", "remind", "transferTask", "changeTasks", "tick", "bringBack",
      "renameTag",
      "removeTag",
      "invite", "makeInvitation", "end", "accept", "setRole", "remove", "leave",
      "makePage", "undoTicks", "addComment", "editComment", "deleteComment",
      "startAgain", "copyList", "addSection", "renameSection", "moveSection", "deleteSection",
    ]
    let others = Set(OtherWrite.allCases.map(\.method))
    #expect(try Self.writers() == changes.union(others))
  }

  /// The methods of the store for other targets that contain a write transaction.
  private static func writers() throws -> Set<String> {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Sources/TaskStore")
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter { $0.hasSuffix(".swift") }
    var names: Set<String> = []
    for file in files {
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      for method in text.components(separatedBy: "package func ").dropFirst()
      where method.contains(/await (\w+\.)?write[ (]/) || method.contains("await setDeleted") {
        // Text after the end of the method belongs to another declaration.
        let own = method.components(separatedBy: "\n  }\n")[0]
        if own.contains(/await (\w+\.)?write[ (]/) || own.contains("await setDeleted") {
          names.insert(String(method.prefix { $0 != "(" && $0 != "<" }))
        }
      }
    }
    return names
  }

  /// - Parameter accounts: those of which at least one is concerned.
  private func expectNews(
    in store: TaskStore, for accounts: [AccountID], after write: () async throws -> Void
  ) async throws {
    func versions() -> [Int64?] { accounts.map(store.readerVersions.version) }
    let (before, known) = (try #require(store.version.current), versions())
    #expect(store.version.current == before && versions() == known)
    try await write()
    #expect(try #require(store.version.current) > before)
    #expect(accounts.isEmpty || versions() != known)
  }

  @Test func `reading and a failed write do not increase the data version in memory`() async throws {
    let before = scene.store.version.current
    _ = try await mine.openTasks(in: scene.house)
    await #expect(throws: StoreError.notFound) { try await mine.complete(TaskID(999)) }
    #expect(scene.store.version.current == before)
  }
}

/// Other connections and processes at the same file.
final class OtherWritersTests: FolderTests {
  @Test func `writes of the own writer and of other connections increase the data version at once`() async throws {
    let path = folder + "/x.sqlite"
    let store = try TaskStore.open(at: path)
    let account = store.localAccount
    let list = try await store[account].createList("A", submission: .fresh()).list
    #expect(try await store[account].list(list).name == "A")

    let version = try await store[account].list(list).version
    try await store[account].renameList(list, to: "B", version: version)
    #expect(try await store[account].list(list).name == "B")

    let other = try TaskStore.open(at: path)
    let theirs = try await other[account].list(list).version
    try await other[account].renameList(list, to: "C", version: theirs)
    #expect(try await store[account].list(list).name == "C")
    try other.close()

    let queue = try DatabaseQueue(path: path)
    try await queue.write { db in try db.execute(sql: "UPDATE lists SET name = 'D'") }
    #expect(try await store[account].list(list).name == "D")
    try queue.close()
    try store.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["x.sqlite"])
  }

  @Test func `another process's write increases the data version at once`() async throws {
    let path = folder + "/x.sqlite"
    let store = try TaskStore.open(at: path)
    let account = store.localAccount
    let list = try await store[account].createList("A", submission: .fresh()).list
    #expect(try await store[account].list(list).name == "A")
    try run("import sqlite3; c = sqlite3.connect('\(path)'); c.execute(\"UPDATE lists SET name = 'B'\"); c.commit()")
    #expect(try await store[account].list(list).name == "B")
    try store.close()
  }

  @Test func `a restore into the running database raises the data version at once, with another epoch`() async throws {
    let path = folder + "/x.sqlite"
    let digest = Data.digest()
    let backup = try TaskStore.open(at: folder + "/backup.sqlite")
    let then = try await World(backup, TestClock(), backup.localAccount).register("Ana")
    let list = try await then.list("Then")
    try await backup.beginSession(digest: digest, for: then.account, agent: "x", replacing: nil)
    let epoch = try #require(try await backup.session(digest: digest)).epoch
    try backup.close()

    let store = try TaskStore.open(at: path)
    let now = try await World(store, TestClock(), store.localAccount).register("Ana")
    #expect(try await now.list("Now") == list)
    try await store.beginSession(digest: digest, for: now.account, agent: "x", replacing: nil)
    #expect(try await store[now.account].list(list).name == "Now")
    let before = try #require(try await store.session(digest: digest)).epoch
    #expect(before != epoch)
    try run(
      """
      import sqlite3
      sqlite3.connect('\(folder)/backup.sqlite').backup(sqlite3.connect('\(path)'))
      """)
    #expect(try await store[now.account].list(list).name == "Then")
    let after = try #require(try await store.session(digest: digest)).epoch
    #expect(after == epoch, "that of the backup's last start")
    #expect(try #require(try await store.session(digest: digest)).epoch == after)
    #expect(await store.health() == [])
    try store.close()
  }

  @Test func `each start of a serving process begins an epoch, and no other opening does`() async throws {
    let path = folder + "/x.sqlite"
    func epoch(_ begins: Bool) async throws -> String {
      var settings = TaskStore.Settings()
      settings.beginsEpoch = begins
      let store = try TaskStore.open(at: path, settings: settings)
      let epoch = try await store.read { db in try Meta.epoch(db) }
      try store.close()
      return epoch
    }
    let first = try await epoch(false)
    #expect(try await epoch(false) == first)
    let second = try await epoch(true)
    #expect(second != first)
    #expect(try await epoch(true) != second)
    #expect(try await epoch(false) != second)
  }

  private func run(_ script: String) throws { try command("python3", "-c", script) }
}

struct ReadingTests {
  @Test(.timeLimit(.minutes(20)), arguments: [false, true])
  func `a read sees every write that has returned`(inMemory: Bool) async throws {
    try await withFolder { folder in
      let store = try inMemory ? TaskStore.inMemory() : TaskStore.open(at: folder + "/x.sqlite")
      let account = store.localAccount
      let list = try await store[account].createList("A", submission: .fresh()).list
      let progress = Progress()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            while !progress.isOver.load(ordering: .relaxed), !_Concurrency.Task.isCancelled {
              let least = progress.written.load(ordering: .acquiring)
              let header = try await store[account].listHeader(list, now: .first)
              #expect(header.list.open >= least)
              #expect(try await store[account].lists().first?.open ?? 0 >= header.list.open)
            }
          }
        }
        group.addTask {
          // Also if a write fails, because the readers would never end.
          defer { progress.isOver.store(true, ordering: .relaxed) }
          for count in 1...100 {
            try await store[account].addTasks([draft("\(count)")], to: list, submission: .fresh())
            progress.written.store(count, ordering: .releasing)
            await _Concurrency.Task.yield()
          }
        }
        try await group.waitForAll()
      }
      #expect(try await store[account].list(list).open == 100)
      try store.close()
    }
  }
}

private final class Progress: Sendable {
  let written = Atomic<Int>(0)
  let isOver = Atomic<Bool>(false)
}
