import Foundation
import GRDB
import Synchronization
import Tasks
import TestSupport
import Testing

@testable import TaskStore

/// A served database, the folder of a standby, and the standby's copy.
final class StandbyScene {
  let folder: String
  let store: TaskStore
  let account: AccountID
  let list: ListID
  private(set) var shipper: StandbyShipper
  private(set) var follower: StandbyFollower
  private let events = FollowEvents()
  private var count = 0

  var shared: String { folder + "/shared" }
  var database: String { folder + "/x.sqlite" }
  var copy: String { folder + "/copy/x.sqlite" }

  /// - Parameter patience: how long a file may be on its way.
  init(in folder: String, patience: Duration = .seconds(3_600)) async throws {
    self.folder = folder
    store = try TaskStore.open(at: folder + "/x.sqlite")
    account = store.localAccount
    list = try await store.createList(ListName(validating: "A"), submission: .fresh(), for: account).list
    try FileManager.default.createDirectory(atPath: folder + "/shared", withIntermediateDirectories: false)
    shipper = StandbyShipper(store, into: folder + "/shared")
    follower = try StandbyFollower(of: folder + "/shared", into: folder + "/copy/x.sqlite", patience: patience)
  }

  /// A world with a base that the standby has copied.
  static func copied(in folder: String, patience: Duration = .seconds(3_600)) async throws -> StandbyScene {
    let scene = try await StandbyScene(in: folder, patience: patience)
    try await scene.write(50)
    #expect(try await scene.shipsBase())
    try await scene.catchesUp()
    return scene
  }

  /// Adds tasks.
  func write(_ tasks: Int = 1, notes: String = "") async throws {
    count += 1
    let drafts = try (0..<tasks).map { try draft("task \(count) \($0)", notes: notes) }
    try await store.addTasks(drafts, to: list, submission: .fresh(), for: account)
  }

  /// Ships, and returns whether that was a base.
  func shipsBase() async throws -> Bool {
    switch try await shipper.ship() {
    case .base: true
    case .changes, .unchanged: false
    }
  }

  /// Requires that one step brings the copy up to date, and that it equals the database.
  func catchesUp(_ location: SourceLocation = #_sourceLocation) async throws {
    let state = try await follower.step()
    guard case .upToDate = state else {
      Issue.record("\(state)", sourceLocation: location)
      return
    }
    #expect(try equals(), sourceLocation: location)
  }

  /// Whether every row of every table is in both.
  func equals() throws -> Bool {
    // SQLite would drop the lock of the standby when it closes the file.
    try command("cp", copy, folder + "/compared.sqlite")
    defer { unlink(folder + "/compared.sqlite") }
    return try Self.rows(of: database) == Self.rows(of: folder + "/compared.sqlite")
  }

  static func rows(of path: String) throws -> [String: [Row]] {
    let queue = try DatabaseQueue(path: path)
    let rows = try queue.read { db in
      let tables = try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
      return try Dictionary(
        uniqueKeysWithValues: tables.map { table in
          (table, try Row.fetchAll(db, sql: "SELECT * FROM \(table.quotedDatabaseIdentifier)"))
        })
    }
    let verdict = try queue.read { db in try String.fetchAll(db, sql: "PRAGMA integrity_check") }
    #expect(verdict == ["ok"])
    try queue.close()
    return rows
  }

  /// Ends the server's run and begins another.
  /// - Parameter leastBytes: the size below which changes cost less than a new base.
  func restartServer(leastBytes: UInt64 = 16 << 20) {
    shipper = StandbyShipper(store, into: shared, leastBytes: leastBytes)
  }

  /// Ends the standby's process and starts another one.
  func restartStandby(patience: Duration = .seconds(3_600)) async throws {
    try await stopStandby()
    follower = try StandbyFollower(of: shared, into: copy, patience: patience) { [events] event in events.add(event) }
    try await follower.verify()
  }

  /// Ends the standby's process. A standby elsewhere takes its place in this object.
  func stopStandby() async throws {
    follower = try StandbyFollower(of: shared, into: folder + "/elsewhere-\(UUID().uuidString)/x.sqlite")
    try await Self.released(copy)
  }

  /// Waits until nothing follows into a copy any more: the last thread of a former follower may still be ending, with its lock.
  static func released(_ copy: String) async throws {
    for _ in 0..<10_000 {
      do throws(StandbyProblem) {
        _ = try CopyLock(CopyFiles(path: copy))
        return
      } catch {
        try await Task.sleep(for: .milliseconds(1))
      }
    }
    throw StandbyProblem.followed(copy)
  }

  /// What the standby has done since it was restarted.
  var told: [FollowEvent] { events.all }

  /// The page files in the folder.
  func files(_ kind: PageFile.Kind? = nil) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: shared).filter { name in
      PageFileName(name).map { kind == nil || $0.kind == kind } ?? false
    }.sorted().map { shared + "/" + $0 }
  }
}

/// What a standby has told.
final class FollowEvents: Sendable {
  private let events = Mutex<[FollowEvent]>([])

  var all: [FollowEvent] { events.withLock { $0 } }

  func add(_ event: FollowEvent) { events.withLock { $0.append(event) } }
}

/// Runs `body` with a world in a temporary folder, and closes it.
func withStandby(
  patience: Duration = .seconds(3_600), _ body: (StandbyScene) async throws -> Void
) async throws {
  try await withFolder { folder in
    let scene = try await StandbyScene.copied(in: folder, patience: patience)
    try await body(scene)
    try scene.store.close()
  }
}
