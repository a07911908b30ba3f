import Foundation
import GRDB
import TaskFormats
import Tasks
import TestSupport
import Testing

@testable import TaskStore

/// The gate of the tasks of followed lists, by every way of writing.
final class FollowedGateTests: SceneTests {
  @Test func `no way of writing changes a followed task`() async throws {
    let (mine, list) = (scene.mine, scene.choir)
    let task = try #require(try await scene.world.followed(list).first)
    let own = try await scene.world.list("Own")
    let kept = try #require(try await scene.world.add("Own task", to: own).first)
    let before = try await rows()
    let writes: [(String, () async throws -> Void)] = [
      ("add", { try await mine.addTasks([draft("x")], to: list, submission: .fresh()) }),
      ("steps", { try await mine.addSubtasks([NestedDraft(draft("x"))], to: task.id, submission: .fresh()) }),
      ("edit", { try await mine.editTask(task.id, draft("x"), version: task.version) }),
      ("complete", { try await mine.complete(task.id, on: .first) }), ("reopen", { try await mine.reopen(task.id) }),
      ("delete", { try await mine.deleteTask(task.id) }), ("restore", { try await mine.restoreTask(task.id) }),
      ("due", { try await mine.setDue(task.id, to: .first) }), ("skip", { try await mine.skip(task.id, on: .first) }),
      ("fold", { _ = try await mine.setFolded(task.id, to: true) }),
      ("move", { try await mine.moveTask(task.id, .bottom) }),
      ("away", { try await mine.transferTask(task.id, to: own, submission: .fresh()) }),
      ("here", { try await mine.transferTask(kept, to: list, submission: .fresh()) }),
      ("several", { try await mine.changeTasks(.tasks([task.id, kept], in: nil), .delete, submission: .fresh()) }),
      ("all", { try await mine.changeTasks(.open(in: list), .delete, submission: .fresh()) }),
      ("several here", { try await mine.changeTasks(.tasks([kept], in: nil), .move(to: list), submission: .fresh()) }),
      ("section", { try await mine.addSection("x", to: list, submission: .fresh()) }),
      ("clear", { try await mine.clearCompleted(in: list) }), ("again", { try await mine.startAgain(list) }),
      ("duplicate", { try await mine.copyList(list, submission: .fresh()) }),
      ("preferences", { try await mine.setPreferences(.ofNewList, of: list) }),
    ]
    for (name, write) in writes {
      await #expect(throws: StoreError.forbidden(.followed), "\(name)") { try await write() }
    }
    #expect(try await rows() == before)
  }

  @Test func `what changes several tasks leaves followed ones out`() async throws {
    let mine = scene.mine
    let own = try await scene.world.list("Own")
    try await mine.addTasks([draft("Alto too", tags: "voice")], to: own, submission: .fresh())
    var alto = PortableTask.named("Alto")
    alto.draft.tags = TagSet(stored: "voice")
    try await scene.world.fetched([alto], scene.source, .at("https://choir.example/tasks"))
    #expect(try await mine.selectableMatches(of: "alto", in: TaskFilter()) == 1)
    try await mine.changeTasks(.matches(of: "alto", in: TaskFilter()), .priority(.high), submission: .fresh())
    let voice = try #require(try await mine.known(Tag(stored: "voice")))
    try await mine.renameTag(voice.id, to: Tag(stored: "song"))
    let followed = try #require(try await scene.world.followed(scene.choir).first)
    #expect(followed.priority == .none && followed.tags.text == "voice")
    #expect(try await mine.openTasks(in: own).map(\.tags.text) == ["song"])
  }

  @Test func `a tag that only followed tasks have is neither renamed nor removed`() async throws {
    let mine = scene.mine
    var alto = PortableTask.named("Alto")
    alto.draft.tags = TagSet(stored: "voice")
    try await scene.world.fetched([alto], scene.source, .at("https://choir.example/tasks"))
    let voice = try #require(try await mine.known(Tag(stored: "voice")))
    #expect(voice.isOnlyFollowed)
    let song = Tag(stored: "song")
    await #expect(throws: StoreError.forbidden(.followed)) { try await mine.renameTag(voice.id, to: song) }
    await #expect(throws: StoreError.forbidden(.followed)) { try await mine.removeTag(voice.id) }
    #expect(try await mine.known(song) == nil)
  }

  @Test func `a change from before its list was followed again is not undone`() async throws {
    let mine = scene.mine
    let kept = try #require(try await mine.keepList(scene.choir, submission: .fresh()).change)
    let task = try #require(try await scene.world.followed(scene.choir).first)
    let edited = try #require(try await mine.setDue(task.id, to: .first).change)
    try await mine.undo(kept)
    await #expect(throws: StoreError.conflict(.changedSince(edited))) { try await mine.undo(edited) }
    await #expect(throws: StoreError.forbidden(.followed)) { try await mine.complete(task.id, on: .first) }
    try await scene.world.fetched([.named("Alto"), .named("Bass")], scene.source, .at("https://choir.example/tasks"))
    #expect(try await scene.world.followed(scene.choir).map(\.due) == [nil, nil])
    #expect(try await scene.store.quickCheck() == [])
  }

  private func rows() async throws -> [String] {
    try await scene.store.read { db in try Row.fetchAll(db, sql: "SELECT * FROM tasks ORDER BY id").map { "\($0)" } }
  }
}

final class RemoteListTests: SceneTests {
  @Test func `an account is removed with its sources and drafts, and leaves a shared one to the others`() async throws {
    let world = try World()
    let ana = try await world.register("Ana")
    let ben = try await world.register("Ben")
    let (own, shared) = (try await ana.follow("Own", [.named("A")]), try await ana.follow("Shared", [.named("B")]))
    let draft = try await ana.drafted(.at("https://draft.example/"))
    try await world.fetched([.named("C")], draft, .at("https://draft.example/"))
    try await world.share(shared.list, with: ben.account, as: .viewer)
    let removed = try await world.store.removeAccount(ana.account)
    #expect(removed == RemovedAccount(lists: 2, tasks: 0))
    try await world.store.deleteRemoved()
    #expect(try await rows(world.store) == [1, 1, 1])
    #expect(
      try await world.store[ben.account].listsHeader(of: 100).sources.mapValues(\.id) == [shared.list: shared.source])
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

  private func rows(_ store: TaskStore) async throws -> [Int] {
    try await store.read { db in
      try ["sources", "tasks", "source_events"].map { table in
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? -1
      }
    }
  }
}
