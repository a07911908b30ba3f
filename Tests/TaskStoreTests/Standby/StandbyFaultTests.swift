import Foundation
import GRDB
import Tasks
import TestSupport
import Testing

@testable import TaskStore

struct StandbyFaultTests {
  /// What may happen to a file on its way.
  enum Fault: CaseIterable {
    case flippedBit, shortened, lengthened, emptied, exchanged
  }

  @Test(arguments: PageFile.Kind.allCases, Fault.allCases)
  func `no byte of a damaged file reaches the copy`(kind: PageFile.Kind, fault: Fault) async throws {
    try await withStandby { scene in
      let before = try Data(contentsOf: URL(filePath: scene.copy))
      try await scene.write(5)
      if kind == .base { scene.restartServer() }
      #expect(try await scene.shipsBase() == (kind == .base))
      let file = try #require(try scene.files(kind).last)
      let sound = try Data(contentsOf: URL(filePath: file))
      var dice = Seeded(7)
      for _ in 0..<(fault == .flippedBit ? 30 : 3) {
        var bytes = sound
        switch fault {
        case .flippedBit:
          let index = Int.random(in: 0..<bytes.count, using: &dice)
          bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
        case .shortened: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &dice))
        case .lengthened: bytes.append(0)
        case .emptied: bytes.removeAll()
        case .exchanged: bytes = Data(bytes.reversed())
        }
        try bytes.write(to: URL(filePath: file))
        let state = try await scene.follower.step()
        guard case .waiting(.torn, _) = state else {
          Issue.record("\(state)")
          return
        }
      }
      #expect(try Data(contentsOf: URL(filePath: scene.copy)) == before)
      try sound.write(to: URL(filePath: file))
      try await scene.restartStandby()
      try await scene.catchesUp()
    }
  }

  @Test func `a missing file is waited for, and then a base is asked for and comes`() async throws {
    try await withStandby(patience: .zero) { scene in
      for _ in 0..<2 {
        try await scene.write()
        #expect(try await !scene.shipsBase())
      }
      let first = try #require(try scene.files(.changes).first)
      try FileManager.default.removeItem(atPath: first)
      let name = URL(filePath: first).lastPathComponent
      guard case .waiting(.missing(name), .some) = try await scene.follower.step() else {
        Issue.record("it did not wait")
        return
      }
      #expect(StandbyFolder(path: scene.shared).isBaseWanted)
      #expect(try await scene.shipsBase(), "although nothing has changed")
      #expect(!StandbyFolder(path: scene.shared).isBaseWanted)
      try await scene.catchesUp()
    }
  }

  @Test func `a file that arrives late is applied then`() async throws {
    try await withStandby { scene in
      try await scene.write()
      #expect(try await !scene.shipsBase())
      let file = try #require(try scene.files(.changes).first)
      try FileManager.default.moveItem(atPath: file, toPath: file + ".late")
      guard case .waiting(.missing, _) = try await scene.follower.step() else {
        Issue.record("it did not wait")
        return
      }
      try FileManager.default.moveItem(atPath: file + ".late", toPath: file)
      try await scene.catchesUp()
      #expect(!StandbyFolder(path: scene.shared).isBaseWanted)
    }
  }

  @Test func `while the folder is gone the server goes on, and the standby gets everything once it is back`()
    async throws
  {
    try await withStandby { scene in
      try FileManager.default.moveItem(atPath: scene.shared, toPath: scene.shared + "-away")
      try await scene.write()
      await #expect(throws: StandbyProblem.noFolder(scene.shared)) { try await scene.shipper.ship() }
      guard case .waiting(.folder(.noFolder), .some) = try await scene.follower.step() else {
        Issue.record("it did not wait")
        return
      }
      try await scene.write()
      try FileManager.default.moveItem(atPath: scene.shared + "-away", toPath: scene.shared)
      #expect(try await !scene.shipsBase())
      try await scene.catchesUp()
    }
  }

  @Test func `a folder that was emptied gets a base`() async throws {
    try await withStandby { scene in
      for name in try FileManager.default.contentsOfDirectory(atPath: scene.shared) {
        try FileManager.default.removeItem(atPath: scene.shared + "/" + name)
      }
      #expect(try await scene.follower.step() == .waiting(.nothing, asOf: try asOf(scene)))
      #expect(try await scene.shipsBase())
      try await scene.catchesUp()
    }
  }

  private func asOf(_ scene: StandbyScene) throws -> Date? {
    try CopyFiles(path: scene.copy).readRecord().map { Milliseconds(value: $0.at).date }
  }

  @Test func `a folder that cannot be written holds nothing up`() async throws {
    try await withStandby { scene in
      try await scene.write()
      // Neither root nor anyone else can make a file of this name.
      let next = PageFileName(
        stream: try #require(try StandbyFolder(path: scene.shared).manifest()?.stream), number: 2, kind: .changes)
      let blocked = StandbyFolder(path: scene.shared).file(next) + UnfinishedFile.suffix
      try FileManager.default.createDirectory(atPath: blocked, withIntermediateDirectories: false)
      await #expect(throws: StandbyProblem.self) { try await scene.shipper.ship() }
      try await scene.write()
      try await scene.catchesUpFails()
      try FileManager.default.removeItem(atPath: blocked)
      try await scene.catchesUpAfterShipping()
    }
  }

  @Test func `a copy that another program changed is kept aside, and copied anew`() async throws {
    try await withStandby { scene in
      try await scene.stopStandby()
      let queue = try DatabaseQueue(path: scene.copy)
      try await queue.write { db in try db.execute(sql: "UPDATE lists SET name = 'mine'") }
      try queue.close()
      try await scene.restartStandby()
      #expect(scene.told == [.foundChanged])
      try await scene.catchesUp()
      let aside = try FileManager.default.contentsOfDirectory(atPath: scene.folder + "/copy").filter {
        $0.contains(".replaced-")
      }
      #expect(aside.count == 1)
      let kept = try StandbyScene.rows(of: scene.folder + "/copy/" + (aside.first ?? ""))
      #expect(kept["lists"]?.first?["name"] == "mine")
    }
  }

  @Test func `changes that do not continue from the copy are not applied`() async throws {
    try await withStandby { scene in
      // A record that is wrong, as after a file system's fault.
      try await scene.stopStandby()
      let files = CopyFiles(path: scene.copy)
      var record = try #require(try files.readRecord())
      record.digest.toggle(PageDigest.none)
      record.number = 0
      try files.write(record)
      try await scene.restartStandby()
      try await scene.write()
      #expect(try await !scene.shipsBase())
      try await scene.catchesUp()
      #expect(scene.told.contains { if case .loaded = $0 { true } else { false } })
    }
  }

  @Test func `two servers do not write to one folder`() async throws {
    try await withStandby { scene in
      let other = try TaskStore.open(at: scene.folder + "/other.sqlite")
      _ = try await StandbyShipper(other, into: scene.shared).ship()
      await #expect(throws: StandbyProblem.folderInUse(scene.shared)) { try await scene.shipper.ship() }
      try other.close()
    }
  }

  @Test(arguments: [
    "standby.json", "0123456789abc.00000001.bases", "0123456789abc.1.base", "0123456789ab.00000001.base",
    "0123456789abC.00000001.base", "0123456789abc.00000001.base.unfinished", "0123456789abc.-0000001.base",
    "../3456789abc.00000001.base", "",
  ])
  func `only names that the server gives are page files`(text: String) {
    let name = PageFileName(stream: "0123456789abc", number: 12, kind: .changes)
    #expect(PageFileName(name.text) == name && name.text == "0123456789abc.00000012.changes")
    #expect(PageFileName(text) == nil)
  }
}

extension StandbyScene {
  /// Requires that the copy is the former snapshot.
  func catchesUpFails() async throws {
    _ = try await follower.step()
    #expect(try !equals())
  }
}
