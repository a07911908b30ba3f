import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

/// Numbers with which the code could not reckon: a file that has one is neither restored nor in order.
final class StoredRangeTests: FolderTests {
  /// Parts of keys, which nothing is reckoned with.
  private static let free: Set = [
    "feeds.submission_high", "feeds.submission_low", "app_passwords.submission_high", "app_passwords.submission_low",
    "channels.submission_high", "channels.submission_low", "incoming_addresses.submission_high",
    "incoming_addresses.submission_low",
  ]

  private var path: String { folder + "/x.sqlite" }
  private var file: String { folder + "/edited.sqlite" }

  /// A database with rows in most tables.
  private func make() async throws {
    let clock = TestClock()
    let store = try TaskStore.open(at: path, now: { clock.now })
    let world = World(store, clock, store.localAccount)
    let list = try await world.list()
    let tasks = try await world.add("milk", "bread", to: list)
    let shop = try await world.mine.addSection("Shop", to: list, submission: .fresh())
    try await world.mine.setFolded(tasks[1], to: true)
    try await world.mine.setFolded(#require(shop.section), to: true)
    try await world.mine.addTasks([draft("water", due: "2026-03-02", tags: "a b")], to: list, submission: .fresh())
    let tag = try #require(try await world.mine.known(Tag(stored: "a")))
    try await world.mine.setColor(.red, of: tag.id)
    try await world.mine.complete(tasks[0])
    try await world.mine.saveFilter("due=late", as: "Late", submission: .fresh())
    _ = try await world.follow("Choir", [.named("Alto")])
    let invitation = Data(repeating: 4, count: 32)
    try await world.mine.makeInvitation(to: list, as: .viewer, digest: invitation, submission: .fresh())
    try await world.mine.makePage(
      of: list, named: "Tablet", takesTicks: true, days: 1, digest: invitation, submission: .fresh())
    let session = try await store.beginSession(
      digest: Data(repeating: 1, count: 32), for: world.account, agent: "Test", replacing: nil)
    _ = try await store.keep(path: "/lists", fields: [], for: session.id, of: world.account)
    _ = try await world.mine.addFeed(of: .today, digest: Data(repeating: 2, count: 32), submission: .fresh())
    _ = try await world.mine.addAppPassword(
      AppPasswordName(validating: "Phone"), digest: Data(repeating: 3, count: 32), submission: .fresh())
    try await world.mine.addComment(CommentText(stored: "Fresh"), to: tasks[1], submission: .fresh())
    _ = try await world.mine.addChannel(
      .mail("ana@example.org"), from: "https://a.example", digest: Data(repeating: 5, count: 32), submission: .fresh())
    try await world.mine.makeIncomingAddress(submission: .fresh())
    try await store.execute(
      """
      UPDATE incoming_addresses SET used = 1, ended = 1
      """)
    try await store.execute("INSERT INTO incoming_mails (account, digest, at) VALUES (1, zeroblob(32), 1)")
    try await store.execute(
      """
      INSERT INTO deliveries (channel, task, due, at, outcome, ended, answer) VALUES (1, 1, '2026-03-02', 1, 'sent', 1, 1)
      """)
    let app = try #require(try await world.mine.appPasswords().last).id
    let push = try await world.subscribe(to: list, with: app)
    try await store.end([(push: push, outcome: .failed(code: "refused", reply: nil, isTriedAgain: false))])
    try await world.mine.addAccountEvent(
      AccountEventEntry(.signedIn, from: AccountEvent.Origin(network: nil, agent: "Test")))
    try await store.execute("INSERT INTO departures (list, revision, task, href) VALUES (1, 1, 1, 'x')")
    try await store.execute(
      "INSERT INTO read_texts (app_password, uid, task, revision) SELECT max(id), 'x', 1, 1 FROM app_passwords")
    try store.close()
  }

  /// A copy of the database after a statement for which no constraint counts. Nil if the statement changes nothing.
  private func edit(_ sql: String, _ arguments: StatementArguments = []) throws -> Bool {
    for ending in ["", "-wal", "-shm"] { unlink(file + ending) }
    try FileManager.default.copyItem(atPath: path, toPath: file)
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { db in
      db.add(tokenizer: SearchTokenizer.self)
      try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
    }
    let queue = try DatabaseQueue(path: file, configuration: configuration)
    let count = try queue.writeWithoutTransaction { db in
      do {
        try db.execute(sql: sql, arguments: arguments)
      } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_TRIGGER {
        // Refused by a trigger, before any constraint.
        return 0
      }
      return db.changesCount
    }
    try queue.close()
    return count > 0
  }

  @Test func `a number at either end of its type is refused in every column`() async throws {
    try await make()
    let columns = try DatabaseQueue(path: path).read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT t.name, c.name FROM pragma_table_list t, pragma_table_info(t.name) c
          WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND c.type IN ('INTEGER', 'ANY')
          """)
    }.map { (table: $0[0] as String, column: $0[1] as String) }
    #expect(columns.count > 100)
    var (accepted, untried): (Set<String>, Set<String>) = ([], [])
    for (table, column) in columns {
      for number in [Int64.max, .min] {
        let name = "\(table).\(column)"
        guard try edit("UPDATE OR IGNORE \(table) SET \(column) = ?", [number]) else {
          untried.insert(name)
          continue
        }
        if try await TaskStore.check(file).findings.isEmpty { accepted.insert(name) }
        if number == .max, !Self.free.contains(name) {
          await #expect(throws: BackupProblem.self, "\(name)") {
            try await TaskStore.restore(file, to: folder + "/restored.sqlite")
          }
        }
      }
    }
    #expect(accepted == Self.free)
    // Tables that are empty between two steps of a job, and the list of a task, which a trigger keeps where it is.
    let others: Set = [
      "removed_accounts.", "discarded_lists.", "emptied_trashes.", "unfinished_imports.", "unfinished_lists.",
      "credentials.", "tasks.list", "invitations.account",
    ]
    #expect(untried.allSatisfy { name in others.contains { name.hasPrefix($0) } }, "\(untried)")
  }

  @Test func `ids that are used up are refused`() async throws {
    try await make()
    _ = try edit("UPDATE sqlite_sequence SET seq = ? WHERE name = 'changes'", [Int64.max])
    #expect(try await TaskStore.check(file).findings == [.contradiction("the ids of changes are used up")])
    await #expect(throws: BackupProblem.contradictory(file, finding: "the ids of changes are used up")) {
      try await TaskStore.restore(file, to: folder + "/restored.sqlite")
    }
    // A server that is given the file answers, and goes on.
    let store = try TaskStore.open(at: file)
    let mine = store[store.localAccount]
    await #expect(throws: StoreError.self) { try await mine.createList("More", submission: .fresh()) }
    #expect(try await !mine.lists().isEmpty)
    try store.close()
  }

  @Test func `a date in the year 0 is refused`() async throws {
    try await make()
    for column in ["due", "start"] {
      _ = try edit("UPDATE tasks SET \(column) = '0000-01-01'")
      #expect(try await TaskStore.check(file).findings.first?.kind == .damage, "\(column)")
    }
  }

  @Test(arguments: [1 << 60, -(1 << 60), (1 << 59) + 1, 0] as [Int64])
  func `rows at the ends of an order make room for more at both ends`(position: Int64) async throws {
    let world = try World()
    let list = try await world.list()
    let tasks = try await world.add("a", "b", to: list)
    for (index, task) in tasks.enumerated() {
      let shifted = position > 0 ? position - Int64(1 - index) : position + Int64(index)
      try await world.store.execute("UPDATE tasks SET position = ? WHERE id = ?", [shifted, task.value])
    }
    try await world.store.execute("UPDATE memberships SET position = ?", [max(position, Order.ofInbox + 1)])
    for _ in 0..<3 {
      let first = try #require(try await world.mine.openTasks(in: list).first)
      try await world.mine.moveTask(first.id, .bottom)
      try await world.add("c", to: list)
      try await world.mine.addSection("S", to: list, submission: .fresh())
      let more = try await world.list("More")
      try await world.mine.moveList(more, .top)
    }
    #expect(try await world.open(list).count == 5)
    #expect(try await world.store.quickCheck() == [])
  }

  @Test func `sections that come and go never use up the order`() async throws {
    let world = try World()
    let list = try await world.list()
    try await world.add("a", to: list)
    for _ in 0..<20 {
      try await world.store.execute("UPDATE sections SET position = ?", [(Int64(1) << 59) - 5])
      let section = try await world.mine.addSection("S", to: list, submission: .fresh()).section
      try await world.mine.deleteSection(try #require(section))
      try await world.store.execute("DELETE FROM sections")
    }
    #expect(try await world.open(list) == ["a"])
  }

  @Test func `a moment beyond all years is that of the last one`() {
    let extremes: [Double] = [.infinity, -.infinity, .nan, 1e300, -1e300, 9.3e18, 9.3e15]
    for seconds in extremes {
      let moment = Milliseconds(Date(timeIntervalSince1970: seconds))
      #expect((-62_135_596_800_000...253_402_300_799_999).contains(moment.value))
      #expect((moment + .seconds(86_400)) >= moment)
    }
    #expect((Milliseconds(value: .max) + .seconds(1)).value > 0)
    #expect((Milliseconds(value: .min) - .seconds(1)).value < 0)
  }
}

/// A database whose file has another name, too.
final class LinkedFileTests: FolderTests {
  @Test func `a file with a hard link is not opened, checked or copied, and told by its other name`() async throws {
    let (path, other) = (folder + "/x.sqlite", folder + "/other.sqlite")
    try TaskStore.open(at: path).close()
    #expect(TaskStore.obstacle(at: path) == nil)
    #expect(link(path, other) == 0)
    for (name, second) in [(path, other), (other, path)] {
      let problem = OpenProblem.linked(name, as: second)
      #expect(throws: problem) { try TaskStore.open(at: name) }
      #expect(TaskStore.obstacle(at: name) == problem)
      #expect(problem.description.contains(second))
      await #expect(throws: problem) { try await TaskStore.check(name) }
      await #expect(throws: BackupProblem.source(problem)) {
        try await TaskStore.backUp(name, to: folder + "/backup.sqlite")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: other + "-wal"))
    unlink(other)
    try TaskStore.open(at: path).close()
    try FileManager.default.createDirectory(atPath: folder + "/far", withIntermediateDirectories: false)
    #expect(link(path, folder + "/far/x.sqlite") == 0)
    #expect(throws: OpenProblem.linked(path, as: nil)) { try TaskStore.open(at: path) }
  }

  @Test func `a symbolic link is no second name, and has the same log`() async throws {
    let (path, other) = (folder + "/x.sqlite", folder + "/other.sqlite")
    try TaskStore.open(at: path).close()
    #expect(symlink(path, other) == 0)
    let store = try TaskStore.open(at: other)
    _ = try await store[store.localAccount].createList("House", submission: .fresh())
    #expect(FileManager.default.fileExists(atPath: path + "-wal"))
    #expect(!FileManager.default.fileExists(atPath: other + "-wal"))
    let second = try TaskStore.open(at: path)
    #expect(try await second[second.localAccount].lists().map(\.name) == ["House"])
    try second.close()
    try store.close()
  }
}
