import Foundation
import GRDB
import Tasks
import TestSupport
import Testing

@testable import TaskStore

final class RemoteTaskTests: WorldTests {
  static let address = SourceAddress.at("https://choir.example/tasks")

  @Test func `every value is stored and read unchanged`() async throws {
    let (_, id) = try await world.follow("Choir")
    let moment = Date(timeIntervalSince1970: 1_770_000_000.25)
    let tasks = [
      RemoteTask(key: "plain", title: "Plain"),
      RemoteTask(
        key: "e\u{301}\"", title: "</b>\u{301}", notes: "a\n\tb", due: .day(.first), priority: .high,
        status: .open(percent: 40), group: "Group", depth: 3, tags: ["+a", "\"b\"", "c,d", "e\u{1F}f"]),
      RemoteTask(key: "1", title: "2", due: .day(.last), status: .done(.day(.first))),
      RemoteTask(key: "3", title: "3", due: .moment(moment), priority: .low, status: .done(.moment(moment))),
      RemoteTask(key: "4", title: "4", status: .done(nil), depth: 8),
      RemoteTask(key: "5", title: "5", priority: .medium, status: .cancelled),
      RemoteTask(key: "6", title: "", due: .day(.first), recurrence: .dates, status: .done(nil)),
      RemoteTask(key: "7", title: "7", recurrence: .rules("FREQ=DAILY\nFREQ=YEARLY"), status: .cancelled),
      RemoteTask(key: "8", title: "8", recurrence: .unworkable, status: .cancelled),
    ]
    try await world.fetched(tasks, id, Self.address)
    let read = try await world.remote(id)
    #expect(read == tasks)
    #expect(read.map { Array($0.key.utf8) } == tasks.map { Array($0.key.utf8) })
    #expect(try await world.remote(id, openOnly: true) == Array(tasks[0...1]))
    #expect(try await world.remote(id, openOnly: true, limit: 1) == [tasks[0]])
    #expect(try await world.remote(id, limit: 3) == Array(tasks[0...2]))
  }

  @Test func `a task is found by its key, on its page among those of its state`() async throws {
    let tasks = [("a", true), ("b", false), ("c", true), ("d", true), ("e", false)].map { key, isOpen in
      RemoteTask(key: key, title: key, status: isOpen ? .open(percent: 0) : .cancelled)
    }
    let (_, id) = try await world.follow("Choir", tasks)
    func found(_ key: String) async throws -> RemoteTaskPage { try await mine.remoteTask(key, onPagesOf: 2, of: id) }
    #expect(try await found("d").rows == [PlacedRemoteTask(tasks[3], number: 4, depth: 0)])
    #expect(try await found("d").number == 2)
    #expect(try await found("e").number == 1)
    for key in ["x", "A"] { #expect(try await found(key).rows.isEmpty) }
    await #expect(throws: StoreError.notFound) { try await mine.remoteTask("a", onPagesOf: 2, of: SourceID(999)) }
  }

  // Numbers, because Foundation cannot format such dates.
  @Test(arguments: [-1e300, -7e10, 3e11, 1e300, -.infinity, .nan])
  func `every time is limited to what can be stored and copied`(seconds: Double) async throws {
    let moment = Date(timeIntervalSince1970: seconds)
    let (list, id) = try await world.follow("Choir")
    let house = try await world.list("House")
    let tasks = [
      RemoteTask(key: "a", title: "A", due: .moment(moment)),
      RemoteTask(key: "b", title: "B", due: .day(.first), status: .done(.moment(moment))),
      RemoteTask(key: "c", title: "C", due: .day(.last), status: .done(.day(.first))),
    ]
    let outcome = FetchOutcome.fetched(ReadList(format: .todoTxt, title: "", tasks: tasks), .none)
    try await world.store.record(outcome, of: id, from: Self.address, at: world.clock.now, next: moment)
    try await world.record(.failed(.refused, notBefore: moment), id, Self.address)
    for zone in [-50_400, 0, 50_400].compactMap(TimeZone.init(secondsFromGMT:)) {
      let copied = try await mine.copyTasks(
        .keys(["a", "b", "c"]), from: list, to: .list(house), in: zone, submission: .fresh())
      #expect(copied.tasks.count == 3)
    }
    #expect(try await mine.openTasks(in: house).count == 3)
    _ = try await world.store.exported(world.account)
    _ = try await world.store.dueSources(at: moment, limit: 1)
  }

  @Test func `a source may have values that a task may not have`() async throws {
    let (_, id) = try await world.follow("Choir")
    let odd = RemoteTask(key: "", title: "", status: .open(percent: 900), group: "", depth: -3)
    try await world.fetched([odd, odd], id, Self.address, title: "", skipped: -1)
    let read = try await world.remote(id)
    #expect(read.map(\.status) == [.open(percent: 100), .open(percent: 100)])
    #expect(read.map(\.depth) == [0, 0])
    #expect(try await mine.source(id).copy?.skipped == 0)
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
    #expect(removed == RemovedAccount(lists: 1, tasks: 0))
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
      try ["sources", "source_tasks", "source_events"].map { table in
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? -1
      }
    }
  }
}
