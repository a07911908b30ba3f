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
      try await scene.mine.source(scene.source),
      try await scene.mine.source(draft),
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
        scene.mine.source(scene.source), scene.mine.source(draft),
      ])
    #expect(try await Array(mine.mine.listsHeader(of: 100).sources.keys) == [ownChoir])
    guard case .draft(let other) = try await mine.mine.draftSource(.at("https://draft.example/"))
    else { throw Unexpected(what: "followed") }
    #expect(other != draft)
  }

  private func calls(_ source: SourceID, _ mine: World) -> [(String, () async throws -> Void)] {
    let (store, me) = (mine.store, mine.account)
    return [
      ("source", { _ = try await store[me].source(source) }),
      ("remotePages", { _ = try await store[me].remotePages(of: 5, of: source) }),
      (
        "remoteCardTasks",
        { _ = try await store[me].remoteCardTasks(of: source, today: .first, in: .gmt, limit: 3) }
      ),
      ("events", { _ = try await store[me].events(of: source) }),
      ("collections", { _ = try await store[me].collections(of: source) }),
      ("choose", { _ = try await store[me].choose("https://dav.example/", of: source) }),
      ("follow", { try await store[me].follow(source, as: ListName(validating: "x"), submission: .fresh()) }),
      ("setAddress", { try await store[me].setAddress(.at("https://x.example/"), of: source) }),
      ("wantRefresh", { try await store[me].wantRefresh(source: source) }),
      ("draftSource", { _ = try await store[AccountID(999)].draftSource(.at("https://x.example/")) }),
    ]
  }

  private func calls(
    _ list: ListID, own: ListID, _ ownChoir: ListID, _ mine: World
  ) -> [(String, () async throws -> Void)] {
    let (store, me) = (mine.store, mine.account)
    func copy(from list: ListID, to target: ListID) async throws {
      try await store[me].copyTasks(.open, from: list, to: .list(target), in: .gmt, submission: .fresh())
    }
    return [
      ("source of", { _ = try await store[me].listHeader(list, now: .first).source }),
      ("wantRefresh of", { try await store[me].wantRefresh(of: list) }),
      ("wantRefresh of one's own", { try await store[me].wantRefresh(of: own) }),
      ("copy from", { try await copy(from: list, to: own) }),
      ("copy to", { try await copy(from: ownChoir, to: list) }),
    ]
  }
}
