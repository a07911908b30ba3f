import Foundation
import GRDB
import Tasks
import TestSupport
import Testing

@testable import TaskStore

final class RemoteListTests: SceneTests {
  @Test func `a followed list rejects tasks`() async throws {
    let (store, me, choir) = (scene.store, scene.account, scene.choir)
    let version = try await store[me].task(scene.tasks[0]).version
    await #expect(throws: StoreError.forbidden) {
      try await store[me].addTasks([draft("x")], to: choir, submission: .fresh())
    }
    await #expect(throws: StoreError.forbidden) {
      try await store[me].editTask(scene.tasks[0], draft("A"), list: choir, version: version)
    }
    await #expect(throws: StoreError.forbidden) { try await store[me].clearCompleted(in: choir) }
    let (task, house) = (scene.tasks[0].value, scene.house.value)
    for sql in [
      "INSERT INTO tasks (list, position, created, version, title) VALUES (\(choir), 0, 0, 1, 'x')",
      "UPDATE tasks SET list = \(choir) WHERE id = \(task)",
    ] {
      await #expect(throws: StoreError.self) { try await store.write { db, _ in try db.execute(sql: sql) } }
    }
    #expect(try await store[me].task(scene.tasks[0]).list.value == house)
    #expect(try await store[me].openTasks(in: choir).isEmpty)
    #expect(try await store[me].remoteTasks(of: scene.source, openOnly: false).count == 2)
  }

  @Test func `a followed list is renamed, moved, deleted and restored like any list`() async throws {
    let (store, me, choir) = (scene.store, scene.account, scene.choir)
    let version = try await store[me].list(choir).version
    try await store[me].renameList(choir, to: ListName(validating: "Song"), version: version)
    try await store[me].moveList(choir, .top)
    #expect(try await store[me].lists().map(\.name) == ["Song", "House", "Garden"])
    let deleted = try #require(try await store[me].deleteList(choir).change)
    #expect(try await store[me].listsHeader(of: 100).sources.isEmpty)
    for call in [
      { _ = try await store[me].listHeader(choir, now: .first).source },
      { _ = try await store[me].source(scene.source) },
      { _ = try await store[me].remoteTasks(of: scene.source, openOnly: false) },
      { _ = try await store[me].events(of: scene.source) },
      { try await store[me].wantRefresh(of: choir) },
      { try await store[me].wantRefresh(source: scene.source) },
      { try await store[me].setAddress(.at("https://new.example/"), of: scene.source) },
    ] as [() async throws -> Void] {
      await #expect {
        try await call()
      } throws: { error in
        if case .gone(.list(choir, name: "Song", since: _)) = error as? StoreError { true } else { false }
      }
    }
    let address = SourceAddress.at("https://choir.example/tasks")
    #expect(try await scene.world.fetched([.named("Late")], scene.source, address) != nil, "a fetch may end later")
    try await store[me].undo(deleted)
    #expect(try await store[me].remoteTasks(of: scene.source, openOnly: false).map(\.title) == ["Late"])
  }

  @Test func `a purge deletes its source and copy`() async throws {
    try await scene.mine.deleteList(scene.choir)
    let before = try await rows(scene.store)
    #expect(before == [1, 2, 1])
    try await scene.store.purge(deletedBefore: .distantFuture)
    await #expect(throws: StoreError.notFound) { try await scene.mine.source(scene.source) }
    #expect(try await rows(scene.store) == [0, 0, 0])
    #expect(try await scene.store.quickCheck() == [])
  }

  @Test func `an account is removed with its sources and drafts, and leaves a shared one to the others`() async throws {
    let world = try World()
    let ana = try await world.register("Ana")
    let ben = try await world.register("Ben")
    let (own, shared) = (try await ana.follow("Own", [.named("A")]), try await ana.follow("Shared", [.named("B")]))
    let draft = try await ana.drafted(.at("https://draft.example/"))
    try await world.fetched([.named("C")], draft, .at("https://draft.example/"))
    try await world.store.write { db, _ in
      try db.execute(
        sql: "INSERT INTO memberships (account, list, role, position) VALUES (?, ?, 'viewer', 0)",
        arguments: [ben.account.value, shared.list.value])
    }
    let removed = try await world.store.removeAccount(ana.account)
    #expect(removed == RemovedAccount(lists: 1, tasks: 0))
    try await world.store.deleteRemoved()
    #expect(try await rows(world.store) == [1, 1, 1])
    #expect(
      try await world.store[ben.account].listsHeader(of: 100).sources.mapValues(\.id) == [
        shared.list: shared.source
      ])
    #expect(try await world.store.dueSources(at: .distantFuture, limit: 9).map(\.account) == [ben.account])
    await #expect(throws: StoreError.notFound) { try await world.store[ben.account].source(own.source) }
    #expect(try await world.store.quickCheck() == [])
  }

  @Test func `an export has the address of a followed list, and not its tasks`() async throws {
    let read = try await scene.store.exported(scene.account)
    let choir = try #require(read.lists.first { $0.name == "Choir" })
    #expect((choir.source, choir.tasks) == ("https://choir.example/tasks", []))
    #expect(read.lists.filter { $0.source != nil }.count == 1)
  }

  @Test func `a copy with wrong counts is found`() async throws {
    #expect(try await scene.store.quickCheck() == [])
    try await scene.store.write { db, _ in try db.execute(sql: "DELETE FROM source_tasks WHERE position = 0") }
    #expect(
      try await scene.store.quickCheck().map(\.text) == ["source \(scene.source) counts its copy's tasks wrongly"])
  }

  private func rows(_ store: TaskStore) async throws -> [Int] {
    try await store.read { db in
      try ["sources", "source_tasks", "source_events"].map { table in
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? -1
      }
    }
  }
}
