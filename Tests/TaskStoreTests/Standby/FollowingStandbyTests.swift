import Foundation
import GRDB
import Synchronization
import Tasks
import TestSupport
import Testing

@testable import TaskStore

struct FollowingStandbyTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `the copy has every row after each of many random writes`(seed: UInt64) async throws {
    try await withStandby { scene in
      var dice = Seeded(seed)
      for round in 0..<25 {
        for _ in 0..<Int.random(in: 1...4, using: &dice) { try await change(scene, &dice) }
        #expect(try await !scene.shipsBase())
        if Int.random(in: 0..<3, using: &dice) == 0 { continue }
        // The database shrinks and grows.
        if round == 12 { try await scene.store.database.vacuum() }
        try await scene.catchesUpAfterShipping()
      }
      try await scene.catchesUpAfterShipping()
    }
  }

  private func change(_ scene: StandbyScene, _ dice: inout Seeded) async throws {
    let (store, account) = (scene.store, scene.account)
    let tasks = try await store.openTasks(in: scene.list, for: account, limit: 500).map(\.id)
    switch Int.random(in: 0..<6, using: &dice) {
    case 0: try await scene.write(Int.random(in: 1...200, using: &dice), notes: String(repeating: "x", count: 900))
    case 1: if let task = tasks.randomElement(using: &dice) { try await store.complete(task, for: account) }
    case 2: if let task = tasks.randomElement(using: &dice) { try await store.deleteTask(task, for: account) }
    case 3: try await store.purge(deletedBefore: .distantFuture)
    case 4:
      _ = try await store.createList(ListName(validating: "B"), submission: .fresh(), for: account)
    default: try await scene.write()
    }
  }

  @Test(arguments: StandbyCopy.Step.allCases)
  func `a standby that is killed after any step goes on to the same copy`(step: StandbyCopy.Step) async throws {
    try await withStandby { scene in
      let before = try StandbyScene.rows(of: copyOf(scene))
      try await scene.write(20, notes: String(repeating: "y", count: 600))
      let isOfBase = [.wroteBase, .recordedBase, .renamedBase, .completedBase].contains(step)
      if isOfBase { scene.restartServer() }
      #expect(try await scene.shipsBase() == isOfBase)
      let isKilled = Mutex(false)
      scene.follower.interrupt { reached in
        if reached == step {
          isKilled.withLock { $0 = true }
          throw CocoaError(.userCancelled)
        }
      }
      let state = try await scene.follower.step()
      guard case .waiting(.copy, _) = state else { throw CocoaError(.featureUnsupported) }
      #expect(isKilled.withLock { $0 })
      try await scene.restartStandby()
      #expect(scene.told == [], "the copy is a snapshot, the former or the new one")
      let rows = try StandbyScene.rows(of: copyOf(scene))
      let after = try StandbyScene.rows(of: scene.database)
      #expect(rows == before || rows == after)
      try await scene.catchesUp()
    }
  }

  private func copyOf(_ scene: StandbyScene) throws -> String {
    let path = scene.folder + "/seen.sqlite"
    try command("cp", scene.copy, path)
    return path
  }

  @Test func `a standby that is killed while it applies changes goes on at any page`() async throws {
    try await withStandby { scene in
      try await scene.write(40, notes: String(repeating: "z", count: 900))
      #expect(try await !scene.shipsBase())
      for page in [1, 2, 3, 5, 8] {
        let written = Mutex(0)
        scene.follower.interrupt { step in
          guard step == .wrotePage,
            written.withLock({
              $0 += 1; return $0
            }) == page
          else { return }
          throw CocoaError(.userCancelled)
        }
        // What was interrupted is applied again when the next process starts; that is killed as well.
        guard case .waiting(.copy, _) = try await scene.follower.step() else { break }
        try await scene.stopStandby()
        #expect(try CopyFiles(path: scene.copy).readRecord()?.phase == .applying)
      }
      try await scene.restartStandby()
      #expect(scene.told == [])
      try await scene.catchesUp()
    }
  }

  @Test func `while nothing changes, nothing is shipped, and the standby knows it`() async throws {
    try await withStandby { scene in
      let files = try scene.files()
      let before = try #require(try StandbyFolder(path: scene.shared).manifest())
      try await Task.sleep(for: .milliseconds(5))
      #expect(try await scene.shipper.ship() == .unchanged)
      let after = try #require(try StandbyFolder(path: scene.shared).manifest())
      #expect(after.checked > before.checked && after.at == before.at && after.newest == before.newest)
      #expect(try scene.files() == files)
      #expect(
        try await scene.follower.step() == .upToDate(asOf: Milliseconds(value: after.checked).date))
    }
  }

  @Test func `snapshots that are taken while others write are consistent, and hold up no writer`() async throws {
    try await withStandby { scene in
      try await scene.write(500, notes: String(repeating: "n", count: 900))
      let (store, list, account) = (scene.store, scene.list, scene.account)
      let before = try StandbyScene.rows(of: scene.database)["tasks"]?.count ?? 0
      try await withThrowingTaskGroup { group in
        group.addTask {
          while !Task.isCancelled {
            let pair = try [draft("a"), draft("b", due: "2026-03-01")]
            try await store.addTasks(pair, to: list, submission: .fresh(), for: account)
            try await Task.sleep(for: .milliseconds(2))
          }
        }
        for _ in 0..<6 {
          _ = try await scene.shipper.ship()
          guard case .upToDate = try await scene.follower.step() else { throw CocoaError(.featureUnsupported) }
          let rows = try StandbyScene.rows(of: copyOf(scene))
          let added = (rows["tasks"]?.count ?? 1) - before
          #expect(added.isMultiple(of: 2), "no half of a transaction")
        }
        group.cancelAll()
        do { try await group.waitForAll() } catch is CancellationError {} catch StoreError.cancelled {}
      }
      _ = try await scene.shipper.ship()
      try await scene.catchesUp()
    }
  }

  @Test func `after a restart of the server the standby copies the database anew`() async throws {
    try await withStandby { scene in
      try await scene.write()
      scene.restartServer()
      #expect(try await scene.shipsBase())
      #expect(try scene.files().count == 1, "the files of the former run are removed")
      try await scene.restartStandby()
      try await scene.catchesUp()
      #expect(scene.told.count == 1)
      try await scene.write()
      #expect(try await !scene.shipsBase())
      try await scene.catchesUp()
    }
  }

  @Test func `the folder stays small, and a standby that keeps up is not sent back to a base`() async throws {
    try await withStandby { scene in
      scene.restartServer(leastBytes: 0)
      #expect(try await scene.shipsBase())
      try await scene.catchesUp()
      try await scene.restartStandby()
      var bases = 0
      for round in 0..<15 {
        let tasks = try await scene.store.openTasks(in: scene.list, for: scene.account, limit: 500)
        for task in tasks.prefix(10) { try await scene.store.deleteTask(task.id, for: scene.account) }
        try await scene.write(60, notes: String(repeating: "long \(round) ", count: 100))
        if try await scene.shipsBase() { bases += 1 }
        guard case .upToDate = try await scene.follower.step() else { throw CocoaError(.featureUnsupported) }
        let size = try scene.files().reduce(0) { $0 + (FileSize.bytes(of: $1) ?? 0) }
        #expect(size < 4 * (FileSize.bytes(of: scene.copy) ?? 0), "round \(round)")
      }
      #expect(bases > 0 && bases < 12)
      try await scene.catchesUp()
      #expect(scene.told.allSatisfy { if case .applied = $0 { true } else { false } })
    }
  }
}

extension StandbyScene {
  func catchesUpAfterShipping(_ location: SourceLocation = #_sourceLocation) async throws {
    _ = try await shipper.ship()
    try await catchesUp(location)
  }
}
