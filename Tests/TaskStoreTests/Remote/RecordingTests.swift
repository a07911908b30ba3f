import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

final class RecordingTests: WorldTests {
  static let address = SourceAddress.at("https://choir.example/tasks")

  @Test func `a copy is replaced as a whole`() async throws {
    let (list, id) = try await world.follow("Choir", [.named("A"), .named("B", .done(nil)), .named("C", .cancelled)])
    let first = try await mine.source(id)
    #expect((first.copy?.open, first.copy?.closed, first.copy?.fetched) == (1, 2, first.asked))
    let validators = Validators(etag: "\"2\"", lastModified: "Sat, 21 Nov 2026 00:00:00 GMT")
    let second = try #require(
      try await world.fetched([.named("D")], id, Self.address, validators: validators, title: "The choir", skipped: 3))
    #expect(try await world.remote(id).map(\.title) == ["D"])
    #expect(second.copy?.title == "The choir")
    #expect((second.copy?.open, second.copy?.closed, second.copy?.skipped) == (1, 0, 3))
    #expect(second.copy?.fetched == second.asked)
    #expect(second.copy?.checked == second.asked)
    #expect(second.validators == validators)
    #expect(second.revision > first.revision)
    #expect(try await mine.source(id) == second)
    #expect(try await mine.list(list).open == 1)
    #expect(try await world.store.quickCheck() == [])
  }

  @Test func `validators of a list with a repeating task are not stored: another day has another instance`()
    async throws
  {
    let (_, id) = try await world.follow("Choir")
    let validators = Validators(etag: "\"1\"")
    let tasks = [RemoteTask.named("A"), RemoteTask(key: "r", title: "R", recurrence: .dates)]
    let source = try #require(try await world.fetched(tasks, id, Self.address, validators: validators))
    #expect(source.validators == .none)
    let next = try #require(try await world.fetched([.named("A")], id, Self.address, validators: validators))
    #expect(next.validators == validators)
  }

  @Test func `the counts of skipped and other items are stored with the copy`() async throws {
    let (_, id) = try await world.follow("Choir")
    let list = ReadList(format: .iCalendar, title: nil, tasks: [], omitted: 7, appointments: 12)
    let copy = try #require(try await world.record(.fetched(list, .none), id, Self.address)?.copy)
    #expect((copy.omitted, copy.appointments, copy.isEmpty) == (7, 12, true))
  }

  @Test func `a requested fetch is fulfilled by any result`() async throws {
    let (list, id) = try await world.follow("Choir", [.named("A")])
    let outcomes: [FetchOutcome] = [.failed(.refused, notBefore: nil), .unchanged(.none)]
    for outcome in outcomes {
      try await mine.wantRefresh(of: list)
      #expect(try await mine.source(id).wanted != nil)
      let kept = try await world.store.record(outcome, of: id, from: Self.address, at: .now, next: .distantFuture)
      #expect(kept?.wanted == nil)
    }
  }

  @Test func `the same tasks keep the age of the copy, and update the time of the check`() async throws {
    let tasks: [RemoteTask] = [.named("caf\u{E9}"), .named("B", .done(.moment(.now)))]
    let (_, id) = try await world.follow("Choir", tasks)
    let before = try #require(try await mine.source(id).copy)
    let rows = try await rowNumbers(world)
    let same = try #require(try await world.fetched(tasks, id, Self.address, skipped: 1)?.copy)
    #expect(same.fetched == before.fetched)
    #expect(same.checked > before.checked)
    #expect(same.skipped == 1)
    #expect(try await rowNumbers(world) == rows)

    let respelled = try #require(try await world.fetched([.named("cafe\u{301}"), tasks[1]], id, Self.address)?.copy)
    #expect(respelled.fetched > before.fetched)
    #expect(try await world.remote(id)[0].title.unicodeScalars.count == 5)
  }

  @Test func `an unchanged result updates the age and clears the failure`() async throws {
    let (_, id) = try await world.follow("Choir")
    try await world.fetched(
      [.named("A")], id, Self.address, validators: Validators(etag: "\"1\"", lastModified: "yesterday"))
    let before = try await mine.source(id)
    try await world.record(.failed(.refused, notBefore: .distantFuture), id, Self.address)
    let after = try #require(try await world.record(.unchanged(Validators(etag: "\"2\"")), id, Self.address))
    #expect((after.trouble, after.notBefore) == (nil, nil))
    #expect(after.copy?.fetched == before.copy?.fetched)
    #expect(after.copy?.checked == after.asked)
    #expect(after.validators == Validators(etag: "\"2\"", lastModified: "yesterday"))
    #expect(try await world.remote(id).map(\.title) == ["A"])
  }

  @Test func `an unchanged result without a copy is ignored`() async throws {
    let (_, id) = try await world.follow("Choir")
    let source = try #require(try await world.record(.unchanged(Validators(etag: "\"1\"")), id, Self.address))
    #expect((source.copy, source.validators) == (nil, .none))
    #expect(try await mine.events(of: id).isEmpty)
  }

  @Test func `a failure keeps the copy, and records since when and how often`() async throws {
    let (list, id) = try await world.follow("Choir", [.named("A")])
    let copy = try await mine.source(id).copy
    let first = try #require(try await world.record(.failed(.refused, notBefore: nil), id, Self.address))
    let until = Date(timeIntervalSince1970: 1_800_000_000)
    let second = try #require(try await world.record(.failed(.status(503), notBefore: until), id, Self.address))
    #expect(second.copy == copy)
    #expect(second.trouble == OngoingFailure(failure: .status(503), since: try #require(first.asked), times: 2))
    #expect(second.notBefore == until)
    #expect(try await world.remote(id).map(\.title) == ["A"])
    #expect(try await mine.list(list).open == 1)
    let third = try #require(try await world.record(.failed(.cutOff, notBefore: nil), id, Self.address))
    #expect((third.trouble?.times, third.notBefore) == (3, nil))
    #expect(try await world.fetched([], id, Self.address)?.trouble == nil)
  }

  @Test(
    arguments: [
      .noSuchHost, .timedOut(.stalled), .status(418), .certificate(.expired), .signInUnknown("NTLM"), .wrongPassword,
      .blockedPort(25), .unreadable(.tooManyTasks),
    ] as [SourceFailure])
  func `a failure is stored and read unchanged`(failure: SourceFailure) async throws {
    let (_, id) = try await world.follow("Choir")
    #expect(try await world.record(.failed(failure, notBefore: nil), id, Self.address)?.trouble?.failure == failure)
    #expect(try await mine.events(of: id).map(\.state) == [.failed(failure)])
  }

  @Test func `a result from a former address is dropped`() async throws {
    let (_, id) = try await world.follow("Choir", [.named("A")])
    try await mine.setAddress(.at("https://new.example/"), of: id)
    let before = try await mine.source(id)
    #expect(try await world.fetched([.named("Old")], id, Self.address) == nil)
    #expect(try await world.record(.failed(.refused, notBefore: nil), id, Self.address) == nil)
    #expect(try await mine.source(id) == before)
    #expect(try await world.remote(id).map(\.title) == ["A"])
    #expect(try await world.fetched([], SourceID(999), Self.address) == nil)
  }

  @Test func `a fetch is not recorded as a change`() async throws {
    let (list, id) = try await world.follow("Choir", [.named("A")])
    let (before, revision) = (try await mine.list(list), try await mine.revision())
    try await world.fetched([.named("B")], id, Self.address)
    try await world.record(.failed(.refused, notBefore: nil), id, Self.address)
    try await mine.wantRefresh(of: list)
    let after = try await mine.list(list)
    #expect(!before.isFailing && after.isFailing)
    #expect(after.revision == before.revision && after.version == before.version)
    #expect(try await mine.revision() == revision)
    #expect(try await mine.history(of: list, limit: 9).map(\.kind) == [.listFollowed])
  }

  @Test func `a thousand tasks are replaced fast, and in one transaction`() async throws {
    let (_, id) = try await world.follow("Choir")
    func tasks(_ word: String) -> [RemoteTask] {
      (0..<1_000).map { number in
        RemoteTask(
          key: "\(number)", title: "\(word) \(number)", notes: "Some notes", due: .moment(.now), group: "Group",
          tags: ["+a", "@b"])
      }
    }
    try await world.fetched(tasks("first"), id, Self.address)
    let started = ContinuousClock.now
    try await world.fetched(tasks("second"), id, Self.address)
    let replaced = ContinuousClock.now - started
    try await world.fetched(tasks("second"), id, Self.address)
    let compared = ContinuousClock.now - started - replaced
    let all = try await world.remote(id)
    let read = ContinuousClock.now - started - replaced - compared
    #expect(all.map(\.title) == tasks("second").map(\.title))
    #expect(
      replaced < .seconds(120) && compared < .seconds(120) && read < .seconds(120), "\(replaced) \(compared) \(read)")
  }

  private func rowNumbers(_ world: World) async throws -> [Int64] {
    try await world.store.read { db in try Int64.fetchAll(db, sql: "SELECT rowid FROM source_tasks ORDER BY 1") }
  }
}
