import Foundation
import GRDB
import Synchronization
package import Tasks
import Testing

@testable import TaskStore

/// A store in memory with a manual clock, and shortcuts for the writes that most tests make.
struct World {
  let store: TaskStore
  let clock: TestClock
  let account: AccountID

  var mine: AccountStore<StoreError> { store[account] }

  init(quotas change: (inout Quotas) -> Void = { _ in }) throws {
    let clock = TestClock()
    self.clock = clock
    var settings = TaskStore.Settings()
    // Queued writes are not refused, however busy the machine is.
    settings.busyTimeout = 600
    change(&settings.quotas)
    store = try TaskStore.inMemory(settings: settings, now: { clock.now })
    account = store.localAccount
  }

  init(_ store: TaskStore, _ clock: TestClock, _ account: AccountID) {
    (self.store, self.clock, self.account) = (store, clock, account)
  }

  /// The same store for another account.
  func asStranger(named name: String = "stranger") async throws -> World {
    World(store, clock, try await store.addAccount(name))
  }

  /// Makes a list that adds its tasks at the top.
  func list(_ name: String = "House") async throws -> ListID {
    let list = try await mine.createList(ListName(validating: name), submission: .fresh()).list
    try await mine.setPreferences(ListPreferences(adds: .top, order: .hand), of: list)
    return list
  }

  @discardableResult
  func add(_ titles: String..., to list: ListID) async throws -> [TaskID] {
    try await mine.addTasks(titles.map { try draft($0) }, to: list, submission: .fresh()).tasks
  }

  /// Makes another account a member of a list.
  func share(_ list: ListID, with guest: AccountID, as role: Role) async throws {
    try await store.execute(
      "INSERT INTO memberships (account, list, role, position) VALUES (?, ?, ?, 0)",
      [guest.value, list.value, role.rawValue])
  }

  func open(_ list: ListID) async throws -> [String] { try await mine.openTasks(in: list).map(\.title) }
}

func draft(
  _ title: String, notes: String = "", due: String = "", time: String = "", repeats: String = "",
  start: String = "", tags: String = "", priority: String = ""
) throws -> TaskDraft {
  try TaskDraft(
    validating: TaskInput(
      title: title, notes: notes, due: due, time: time, repeats: repeats, start: start, tags: tags, priority: priority))
}

/// Starts in 2026 and advances by a second with every reading.
final class TestClock: Sendable {
  private let state = Mutex((moment: Date(timeIntervalSince1970: 1_770_000_000), step: TimeInterval(1)))

  var now: Date {
    state.withLock { state in
      state.moment.addTimeInterval(state.step)
      return state.moment
    }
  }

  func advance(days: Double) { state.withLock { $0.moment.addTimeInterval(days * 86_400) } }

  /// Sets the time, which stands still from then on.
  func hold(at moment: Date) { state.withLock { $0 = (moment, 0) } }

  func advance(seconds: TimeInterval) { state.withLock { $0.moment.addTimeInterval(seconds) } }
}

extension SubmissionID {
  private static let count = Atomic<Int>(0)

  /// An id that was not used before.
  static func fresh() -> SubmissionID { SubmissionID(high: 0, low: UInt64(count.add(1, ordering: .relaxed).newValue)) }
}

extension AccountStore {
  /// All of the account's lists, without those in the trash.
  func lists() async throws(Problem) -> [ListSummary] { try await listsPage(of: Limits.listsPerAccount).rows }

  /// The beginning of the trash.
  func trash(limit: Int = 100) async throws(Problem) -> [TrashItem] { try await trash(page: 1, of: limit).page.rows }
}

extension TaskStore {
  /// Runs a statement that the store itself has no method for.
  func execute(_ sql: String, _ arguments: StatementArguments = []) async throws(StoreError) {
    try await write { db, _ in try db.execute(sql: sql, arguments: arguments) }
  }

  /// The result of a query for one number.
  func number(_ sql: String, _ arguments: StatementArguments = []) async throws -> Int {
    try await read { db in try Int.fetchOne(db, sql: sql, arguments: arguments) ?? 0 }
  }

  func addAccount(_ name: String) async throws(StoreError) -> AccountID {
    try await write { db, now in
      try db.execute(sql: "INSERT INTO accounts (name, created) VALUES (?, ?)", arguments: [name, now.value])
      return AccountID(db.lastInsertedRowID)
    }
  }

  /// Everything that accounts see or can restore, without revisions and versions. Rows that were made after `before` and are in
  /// the trash are left out: an addition that was undone.
  func snapshot(before: Snapshot? = nil) async throws -> Snapshot {
    try await read { db in
      let newestList = before?.newestList ?? .max
      let newestTask = before?.newestTask ?? .max
      return Snapshot(
        rows: try String.fetchAll(
          db,
          sql: """
            SELECT json_array('list', id, name, deleted, open, completed) FROM lists
              WHERE deleted IS NULL OR id <= ?1
            UNION ALL SELECT json_array('place', account, list, role, position) FROM memberships
              WHERE (SELECT deleted FROM lists WHERE id = list) IS NULL OR list <= ?1
            UNION ALL SELECT json_array('task', id, list, parent, position, title, notes, due, time, repeats, start, tags, priority, assignee, done, deleted) FROM tasks
              WHERE deleted IS NULL AND (SELECT deleted FROM lists WHERE id = list) IS NULL
                OR id <= ?2 AND list <= ?1
            UNION ALL SELECT json_array('section', id, list, position, name) FROM sections WHERE deleted IS NULL
            UNION ALL SELECT json_array('section fold', section, account) FROM section_folds
            UNION ALL SELECT json_array('filter', list, query) FROM filters
              WHERE (SELECT deleted FROM lists WHERE id = list) IS NULL OR list <= ?1
            UNION ALL SELECT json_array('comment', id, task, author, author_name, text, edited) FROM comments WHERE deleted IS NULL
            UNION ALL SELECT json_array('page', list, name, ticks) FROM shared_pages WHERE ended IS NULL
            UNION ALL SELECT json_array('invitation', list, account, role) FROM invitations WHERE ended IS NULL
            UNION ALL SELECT json_array('source', id, list, url, host) FROM sources
              WHERE list IS NOT NULL AND ((SELECT deleted FROM lists WHERE id = list) IS NULL OR list <= ?1)
            """, arguments: [newestList, newestTask]
        ).sorted(),
        newestList: try Int64.fetchOne(db, sql: "SELECT max(id) FROM lists") ?? 0,
        newestTask: try Int64.fetchOne(db, sql: "SELECT max(id) FROM tasks") ?? 0)
    }
  }
}

struct Snapshot: Sendable {
  let rows: [String]
  let newestList: Int64
  let newestTask: Int64
}

extension ZonedTime {
  static let first = ZonedTime(.first, in: "GMT")
  static let last = ZonedTime(.last, in: "GMT")

  init(startOf day: Day) { self.init(DueTime(startOf: day), in: "GMT") }
}

/// A suite each of whose tests has a world of its own.
class WorldTests {
  let world: World
  var mine: AccountStore<StoreError> { world.mine }

  init() throws { world = try World() }
}

/// A suite each of whose tests has a world of its own with a list.
class ListTests {
  let world: World
  let list: ListID
  var mine: AccountStore<StoreError> { world.mine }

  init() async throws {
    world = try World()
    list = try await world.list()
  }
}

/// A suite each of whose tests has a folder of its own.
class FolderTests {
  let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }
}

extension ListName: ExpressibleByStringLiteral {
  /// Creates a name from a literal, which is valid.
  package init(stringLiteral text: String) { self.init(stored: text) }
}
