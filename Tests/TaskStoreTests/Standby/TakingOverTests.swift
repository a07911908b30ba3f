import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

struct TakingOverTests {
  private static var serving: TaskStore.Settings {
    var settings = TaskStore.Settings()
    settings.beginsEpoch = true
    return settings
  }

  @Test func `a standby takes over with everything that was shipped, and a new epoch`() async throws {
    try await withStandby { scene in
      let epoch = try await scene.store.read { db in try Meta.epoch(db) }
      try await scene.write(3)
      _ = try await scene.shipper.ship()
      try await scene.catchesUp()
      try await scene.stopStandby()
      let taken = try #require(try TaskStore.takeOver(scene.copy))
      #expect(taken.isMarked && taken.folder == scene.shared)
      let names = try FileManager.default.contentsOfDirectory(atPath: scene.folder + "/copy")
      #expect(names == ["x.sqlite"])
      let store = try TaskStore.open(at: scene.copy, settings: Self.serving)
      #expect(try await store.openTasks(in: scene.list, for: scene.account, limit: 500).count == 53)
      #expect(try await store.read { db in try (Meta.epoch(db) != epoch && Meta.generation(db) == 1) })
      try await store.addTasks([draft("after")], to: scene.list, submission: .fresh(), for: scene.account)
      #expect(try await store.quickCheck() == [])
      try store.close()
      #expect(try TaskStore.takeOver(scene.copy) == nil, "it is no copy any more")
    }
  }

  @Test func `a former server neither ships nor starts again, and its folder is not followed`() async throws {
    try await withStandby { scene in
      try await scene.stopStandby()
      _ = try TaskStore.takeOver(scene.copy)
      await #expect(throws: StandbyProblem.takenOver(scene.shared)) { try await scene.shipper.ship() }
      #expect(throws: StandbyProblem.takenOver(scene.shared)) {
        try StandbyShipper.requireTurn(of: scene.database, in: scene.shared)
      }
      scene.restartServer()
      await #expect(throws: StandbyProblem.takenOver(scene.shared)) { try await scene.shipper.ship() }
      // The new server ships into the same folder, and its own standby follows.
      let store = try TaskStore.open(at: scene.copy, settings: Self.serving)
      try StandbyShipper.requireTurn(of: scene.copy, in: scene.shared)
      _ = try await StandbyShipper(store, into: scene.shared).ship()
      let next = try StandbyFollower(of: scene.shared, into: scene.folder + "/next/x.sqlite")
      guard case .upToDate = try await next.step() else {
        Issue.record("the new server is not followed")
        return
      }
      // The folder of the former server, which was not marked.
      let old = scene.folder + "/old"
      try FileManager.default.createDirectory(atPath: old, withIntermediateDirectories: false)
      _ = try await StandbyShipper(scene.store, into: old).ship()
      let record = CopyFiles(path: scene.folder + "/next/x.sqlite")
      var moved = try #require(try record.readRecord())
      moved.folder = old
      #expect(moved.generation == 1)
      try FileManager.default.removeItem(atPath: scene.shared)
      try FileManager.default.moveItem(atPath: old, toPath: scene.shared)
      guard case .waiting(.formerServer, _) = try await next.step() else {
        Issue.record("the former server is followed")
        return
      }
      try store.close()
    }
  }

  @Test func `a copy is not served while it is followed, and nothing else opens it`() async throws {
    try await withStandby { scene in
      #expect(throws: StandbyProblem.followed(scene.copy)) { try TaskStore.takeOver(scene.copy) }
      #expect(throws: StandbyProblem.followed(scene.copy)) {
        try StandbyFollower(of: scene.shared, into: scene.copy)
      }
      #expect(throws: OpenProblem.standbyCopy(scene.copy)) { try TaskStore.open(at: scene.copy) }
      _ = try await TaskStore.backUp(scene.database, to: scene.folder + "/b.sqlite")
      await #expect(throws: BackupProblem.source(.standbyCopy(scene.copy))) {
        try await TaskStore.restore(scene.folder + "/b.sqlite", to: scene.copy)
      }
      try await scene.stopStandby()
      #expect(throws: OpenProblem.standbyCopy(scene.copy)) { try TaskStore.open(at: scene.copy) }
    }
  }

  @Test func `no standby follows into a database of its own, whether it is served or not`() async throws {
    try await withStandby { scene in
      #expect(throws: StandbyProblem.notACopy(scene.database)) {
        try StandbyFollower(of: scene.shared, into: scene.database)
      }
      try await scene.stopStandby()
      _ = try TaskStore.takeOver(scene.copy)
      #expect(throws: StandbyProblem.notACopy(scene.copy)) {
        try StandbyFollower(of: scene.shared, into: scene.copy)
      }
      #expect(!CopyFiles(path: scene.copy).isCopy)
    }
  }

  @Test func `an interrupted standby takes over with the changes that it has stored`() async throws {
    try await withStandby { scene in
      try await scene.write(10)
      _ = try await scene.shipper.ship()
      scene.follower.interrupt { if $0 == .wrotePage { throw CocoaError(.userCancelled) } }
      _ = try await scene.follower.step()
      try await scene.stopStandby()
      #expect(try CopyFiles(path: scene.copy).readRecord()?.phase == .applying)
      #expect(try TaskStore.takeOver(scene.copy) != nil)
      let store = try TaskStore.open(at: scene.copy)
      #expect(try await store.openTasks(in: scene.list, for: scene.account, limit: 500).count == 60)
      try store.close()
    }
  }

  @Test func `a copy that is empty, changed or damaged is not taken over`() async throws {
    try await withStandby { scene in
      try await scene.stopStandby()
      let empty = scene.folder + "/empty/x.sqlite"
      _ = try StandbyFollower(of: scene.shared, into: empty)
      #expect(throws: StandbyProblem.empty(empty)) { try TaskStore.takeOver(empty) }
      let queue = try DatabaseQueue(path: scene.copy)
      try await queue.write { db in try db.execute(sql: "UPDATE lists SET name = 'mine'") }
      try queue.close()
      #expect(throws: StandbyProblem.changed(scene.copy)) { try TaskStore.takeOver(scene.copy) }
      #expect(CopyFiles(path: scene.copy).isCopy)
    }
  }

  @Test func `damage that was copied from the server is found when the standby takes over`() async throws {
    try await withFolder { folder in
      let path = folder + "/x.sqlite"
      try await Damaged.make(at: path)
      let (shared, copy) = (folder + "/shared", folder + "/copy/x.sqlite")
      try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: false)
      let store = try TaskStore.open(at: path)
      _ = try await StandbyShipper(store, into: shared).ship()
      do {
        let follower = try StandbyFollower(of: shared, into: copy)
        _ = try await follower.step()
      }
      try await StandbyScene.released(copy)
      let problem = #expect(throws: StandbyProblem.self) { try TaskStore.takeOver(copy) }
      guard case .damaged(copy, _) = problem else {
        Issue.record("\(String(describing: problem))")
        return
      }
      try store.close()
    }
  }

  @Test func `taking over goes on after it was interrupted`() async throws {
    try await withStandby { scene in
      try await scene.stopStandby()
      let files = CopyFiles(path: scene.copy)
      var record = try #require(try files.readRecord())
      (record.phase, record.generation) = (.takenOver, 1)
      try files.write(record)
      #expect(throws: StandbyProblem.isTakenOver(scene.copy)) {
        try StandbyFollower(of: scene.shared, into: scene.copy)
      }
      #expect(try TaskStore.takeOver(scene.copy) != nil)
      let store = try TaskStore.open(at: scene.copy)
      #expect(try await store.read { db in try Meta.generation(db) } == 1)
      try store.close()
    }
  }
}
