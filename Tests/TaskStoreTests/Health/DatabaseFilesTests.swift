import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

/// The file under an open store is taken away, and comes back.
struct DatabaseFilesTests {
  private struct Scene {
    let path: String
    let store: TaskStore
    let list: ListID

    init(in folder: String) async throws {
      path = folder + "/x.sqlite"
      var settings = TaskStore.Settings()
      settings.healthAge = .zero
      store = try TaskStore.open(at: path, settings: settings)
      list = try await store.createList(ListName(validating: "A"), submission: .fresh(), for: store.localAccount).list
    }

    func add(_ title: String) async throws {
      try await store.addTasks([draft(title)], to: list, submission: .fresh(), for: store.localAccount)
    }

    var titles: [String] {
      get async throws { try await store.openTasks(in: list, for: store.localAccount).map(\.title) }
    }
  }

  @Test(arguments: ["", "-wal", "-shm"])
  func `a file that was moved away takes no writes until it is back`(ending: String) async throws {
    try await withFolder { folder in
      let scene = try await Scene(in: folder)
      try await scene.add("before")
      try FileManager.default.moveItem(atPath: scene.path + ending, toPath: folder + "/aside")
      await #expect(throws: StoreError.unavailable(.fileMoved, .writing)) { try await scene.add("lost") }
      #expect(try await scene.titles == ["before"], "what is there can still be read")
      #expect(await scene.store.health() == [.fileMissing])
      try FileManager.default.moveItem(atPath: folder + "/aside", toPath: scene.path + ending)
      #expect(await scene.store.health() == [])
      try await scene.add("after")
      #expect(Set(try await scene.titles) == ["before", "after"], "what was refused was not written")
      #expect(try await scene.store.quickCheck() == [])
      try scene.store.close()
    }
  }

  @Test func `a file that was deleted takes no writes, and its log is left beside it for whoever looks`() async throws {
    try await withFolder { folder in
      let scene = try await Scene(in: folder)
      try FileManager.default.removeItem(atPath: scene.path)
      await #expect(throws: StoreError.unavailable(.fileMoved, .writing)) { try await scene.add("lost") }
      #expect(try scene.store.close() == .fileMoved)
    }
  }

  @Test func `a file in whose place another one stands is neither written nor read`() async throws {
    try await withFolder { folder in
      let scene = try await Scene(in: folder)
      try await scene.add("before")
      let other = try TaskStore.open(at: folder + "/other.sqlite")
      try other.close()
      try FileManager.default.moveItem(atPath: scene.path, toPath: folder + "/aside")
      try FileManager.default.copyItem(atPath: folder + "/other.sqlite", toPath: scene.path)
      #expect(scene.store.lookAtFiles() == .replaced)
      await #expect(throws: StoreError.unavailable(.fileMoved, .writing)) { try await scene.add("lost") }
      await #expect(throws: StoreError.unavailable(.fileMoved, .reading)) { try await scene.titles }
      #expect(await scene.store.health() == [.fileReplaced])
      try FileManager.default.removeItem(atPath: scene.path)
      try FileManager.default.moveItem(atPath: folder + "/aside", toPath: scene.path)
      #expect(await scene.store.health() == [])
      try await scene.add("after")
      #expect(try await scene.titles.count == 2)
      try scene.store.close()
    }
  }
}
