import Foundation
import GRDB
import Tasks
import Testing

@testable import TaskStore

final class SourceEventTests: WorldTests {
  static let address = SourceAddress.at("https://choir.example/tasks")

  @Test func `a repeated result is one event with a count, and another result is the next`() async throws {
    let (_, id) = try await world.follow("Choir")
    try await world.fetched([.named("A")], id, Self.address)
    try await world.record(.unchanged(.none), id, Self.address)
    try await world.record(.failed(.refused, notBefore: nil), id, Self.address)
    try await world.record(.failed(.refused, notBefore: nil), id, Self.address)
    try await world.record(.failed(.status(500), notBefore: nil), id, Self.address)
    try await world.record(.unchanged(.none), id, Self.address)
    try await world.fetched([], id, Self.address)
    try await world.fetched([], id, Self.address, skipped: 2)
    let events = try await mine.events(of: id)
    let content = SourceEvent.State.content(open: 1, closed: 0, skipped: 0)
    #expect(
      events.map(\.state) == [
        .content(open: 0, closed: 0, skipped: 2), .empty, content, .failed(.status(500)), .failed(.refused), content,
      ])
    #expect(events.map(\.times) == [1, 1, 1, 1, 2, 2])
    #expect(events.allSatisfy { $0.times == 1 ? $0.at == $0.last : $0.at < $0.last })
  }

  @Test func `an event names the address that it happened at`() async throws {
    let (_, id) = try await world.follow("Choir")
    let new = SourceAddress.at("https://new.example/")
    try await world.record(.failed(.refused, notBefore: nil), id, Self.address)
    try await mine.setAddress(new, of: id)
    try await world.record(.failed(.refused, notBefore: nil), id, new)
    let events = try await mine.events(of: id)
    #expect(events.map(\.host) == ["new.example", "choir.example"])
    #expect(events.map(\.times) == [1, 1])
  }

  @Test func `the last fifty events are stored`() async throws {
    let (_, id) = try await world.follow("Choir")
    for number in 400..<460 { try await world.record(.failed(.status(number), notBefore: nil), id, Self.address) }
    let events = try await mine.events(of: id)
    #expect(events.map(\.state) == (410..<460).reversed().map { .failed(.status($0)) })
    let count = try await world.store.read { db in
      try db.row("SELECT count(*) FROM source_events", []) { $0[0] as Int }
    }
    #expect(count == Limits.sourceEvents)
  }

  @Test func `a source is due if it is followed, its time has come and fetching is allowed`() async throws {
    let start = world.clock.now
    func due(after seconds: Double) async throws -> [SourceID] {
      try await world.store.dueSources(at: start.addingTimeInterval(seconds), limit: 9).map(\.id)
    }
    let (_, late) = try await world.follow("Late", [])
    let (_, early) = try await world.follow("Early", [])
    let (_, busy) = try await world.follow("Busy", [])
    let (trashed, _) = try await world.follow("Trashed", [])
    _ = try await world.drafted(Self.address)
    let notBefore = start.addingTimeInterval(300)
    for (outcome, id, host, next) in [
      (FetchOutcome.unchanged(.none), late, "late", 200.0), (.unchanged(.none), early, "early", 100),
      (.failed(.status(429), notBefore: notBefore), busy, "busy", 0),
    ] {
      try await world.store.record(
        outcome, of: id, from: .at("https://\(host).example/tasks"), at: start, next: start.addingTimeInterval(next))
    }
    try await mine.deleteList(trashed)
    #expect(try await due(after: 99) == [])
    #expect(try await due(after: 150) == [early])
    #expect(try await due(after: 250) == [early, late])
    #expect(try await due(after: 301) == [busy, early, late])
    #expect(try await world.store.dueSources(at: .distantFuture, limit: 2).map(\.id) == [busy, early])
  }
}
