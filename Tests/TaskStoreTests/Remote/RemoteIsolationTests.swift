import Foundation
import Tasks
import Testing

@testable import TaskStore

struct RemoteIsolationTests {
  @Test func `another account's sources behave like unknown ones, in every method`() async throws {
    let scene = try await Scene()
    let draft = try await scene.world.drafted(.at("https://draft.example/"))
    let mine = try await scene.world.asStranger()
    let own = try await mine.list("Mine")
    let (ownChoir, _) = try await mine.follow("Choir", [.named("Mine")])
    let before = try await scene.store.snapshot()
    let sources = [
      try await scene.store.source(scene.source, for: scene.account),
      try await scene.store.source(draft, for: scene.account),
    ]
    for source in [scene.source, draft, SourceID(999)] {
      for (name, call) in calls(source, mine) {
        await #expect(throws: StoreError.notFound, "\(name) of \(source)") { try await call() }
      }
    }
    for list in [scene.choir, ListID(999)] {
      for (name, call) in calls(list, own: own, ownChoir, mine) {
        await #expect(throws: StoreError.notFound, "\(name)") { try await call() }
      }
    }
    #expect(try await scene.store.snapshot().rows == before.rows)
    #expect(
      try await sources == [
        scene.store.source(scene.source, for: scene.account), scene.store.source(draft, for: scene.account),
      ])
    #expect(try await Array(mine.store.listsHeader(of: 100, for: mine.account).sources.keys) == [ownChoir])
    guard case .draft(let other) = try await mine.store.draftSource(.at("https://draft.example/"), for: mine.account)
    else { throw Unexpected(what: "followed") }
    #expect(other != draft)
  }

  private func calls(_ source: SourceID, _ mine: World) -> [(String, () async throws -> Void)] {
    let (store, me) = (mine.store, mine.account)
    return [
      ("source", { _ = try await store.source(source, for: me) }),
      ("remotePages", { _ = try await store.remotePages(of: 5, of: source, for: me) }),
      (
        "remoteCardTasks",
        { _ = try await store.remoteCardTasks(of: source, today: .first, in: .gmt, limit: 3, for: me) }
      ),
      ("events", { _ = try await store.events(of: source, for: me) }),
      ("follow", { try await store.follow(source, as: ListName(validating: "x"), submission: .fresh(), for: me) }),
      ("setAddress", { try await store.setAddress(.at("https://x.example/"), of: source, for: me) }),
      ("wantRefresh", { try await store.wantRefresh(source: source, for: me) }),
      ("draftSource", { _ = try await store.draftSource(.at("https://x.example/"), for: AccountID(999)) }),
    ]
  }

  private func calls(
    _ list: ListID, own: ListID, _ ownChoir: ListID, _ mine: World
  ) -> [(String, () async throws -> Void)] {
    let (store, me) = (mine.store, mine.account)
    func copy(from list: ListID, to target: ListID) async throws {
      try await store.copyTasks(.open, from: list, to: .list(target), in: .gmt, submission: .fresh(), for: me)
    }
    return [
      ("source of", { _ = try await store.listHeader(list, for: me, now: .first).source }),
      ("wantRefresh of", { try await store.wantRefresh(of: list, for: me) }),
      ("wantRefresh of one's own", { try await store.wantRefresh(of: own, for: me) }),
      ("copy from", { try await copy(from: list, to: own) }),
      ("copy to", { try await copy(from: ownChoir, to: list) }),
    ]
  }
}
